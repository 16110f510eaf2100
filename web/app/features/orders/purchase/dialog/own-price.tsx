import { ownPriceProblem, suggestedCents } from '@nofiller/contract/authoring/own-price-rules'
import type { PricedGood } from '@nofiller/contract/basket/basket-rules'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { amountProblem, centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { FieldError, TextInput } from '../../../../ui/form/field.tsx'
import { Price } from '../../../../ui/price.tsx'
import type { Goods } from '../buying.ts'

/** The buyer's own price for a base, if its developer allows more than its price. */
export function useOwnPrice(game: Game, goods: Goods) {
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isPossible = game.payWhatYouWant && goods.mode === 'base'
  const priceCents = Math.round(100 * game.price)
  const isEmpty = !isPossible || text.trim() === ''
  const cents = isEmpty ? null : centsOfText(text)
  const problem = isEmpty ? null : (amountProblem(text) ?? ownPriceProblem(cents, priceCents))
  const amount = cents === null || problem ? null : dollarsOf(cents)
  return {
    isPossible,
    priceCents,
    text,
    /** In dollars; null while none is entered, or an invalid one. */
    amount,
    problem,
    shownProblem: isChecked ? problem : null,
    set: (typed: string) => {
      setChecked(false)
      setText(typed)
    },
    /** Shows the problem, if any. */
    check: () => setChecked(true),
    /** The same goods, with the base at this amount if it is higher. */
    applyTo: <Of extends PricedGood>(lines: readonly Of[]): (Of & { amount?: number })[] =>
      lines.map((line) =>
        amount !== null && line.fileId === null && amount > line.price
          ? { ...line, price: amount, amount }
          : line,
      ),
  }
}

type OwnPriceProps = { own: ReturnType<typeof useOwnPrice>; locked: boolean }

/** Three suggestions and a field for any other amount. */
export function OwnPrice({ own, locked }: OwnPriceProps) {
  const id = useId()
  if (!own.isPossible) return null
  const { priceCents, text } = own
  return (
    <fieldset disabled={locked} className="grid gap-2">
      <legend className="mb-2 text-ui font-semibold">
        {priceCents === 0
          ? 'Say thanks with any amount'
          : `Pay what you want, from ${showPrice(priceCents / 100)}`}
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {suggestedCents(priceCents).map((cents) => (
          <Button
            key={cents}
            size="small"
            className="min-h-11"
            aria-pressed={own.amount !== null && Math.round(100 * own.amount) === cents}
            onClick={() => own.set((cents / 100).toFixed(2))}
          >
            <Price dollars={cents / 100} />
          </Button>
        ))}
        <span className="relative w-36">
          <span aria-hidden="true" className="absolute top-2.5 left-3 text-muted">
            $
          </span>
          <TextInput
            aria-label="Your amount in dollars"
            aria-describedby={`${id}-error`}
            aria-invalid={own.shownProblem !== null || undefined}
            placeholder="Other"
            inputMode="decimal"
            autoComplete="off"
            className="pl-7"
            value={text}
            onChange={(event) => own.set(event.target.value)}
            onBlur={own.check}
          />
        </span>
      </div>
      <FieldError id={`${id}-error`} error={own.shownProblem} />
    </fieldset>
  )
}
