import { centsOf, dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import type { WishlistEntry } from '@nofiller/contract/wishlist/wishlist'
import {
  MY_PRICE_MAX_CENTS,
  MY_PRICE_MIN_CENTS,
  WISH_CHOICES,
  type WishChoice,
} from '@nofiller/contract/wishlist/wishlist-rules'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { FieldError, Select, TextInput } from '../../ui/form/field.tsx'

export const CHOICE_NAMES: Record<WishChoice, string> = {
  all: 'All news',
  'my-price': 'Only my price',
  nothing: 'Nothing',
}

const RANGE = `Enter ${showPrice(dollarsOf(MY_PRICE_MIN_CENTS))} to ${showPrice(dollarsOf(MY_PRICE_MAX_CENTS))}, or nothing.`

/** What somebody would pay for a game, and what they are told about it. Each is saved when it is left. */
export function WishSettings({ entry, title }: { entry: WishlistEntry; title: string }) {
  const queries = useQueryClient()
  const errorId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useAction(
    (body: { notify?: WishChoice; myPrice?: number | null }) =>
      call('PUT /api/wishlist/:gameId', { params: { gameId: entry.gameId }, body }),
    {
      onDone: async () => {
        await queries.invalidateQueries({ queryKey: ['GET /api/wishlist'] })
        setTyped(null)
      },
    },
  )
  const saved = entry.myPrice === null ? '' : entry.myPrice.toFixed(2)
  const leave = () => {
    const price = typed === null ? undefined : readPrice(typed)
    setProblem(price === 'wrong' ? RANGE : null)
    if (price === undefined || price === 'wrong' || price === entry.myPrice) return
    save.press({ myPrice: price })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    leave()
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-[92px_minmax(0,1fr)] items-start gap-2">
      <div className="grid gap-1">
        <span aria-hidden="true" className="text-xs font-semibold text-faint desktop:hidden">
          My price
        </span>
        <span className="relative">
          <span aria-hidden="true" className="absolute inset-y-0 left-2.5 flex items-center text-faint">
            $
          </span>
          <TextInput
            size="small"
            inputMode="decimal"
            className="pl-6"
            placeholder="any"
            maxLength={8}
            value={typed ?? saved}
            aria-label={`My price for ${title}`}
            aria-invalid={problem !== null}
            aria-describedby={problem ? errorId : undefined}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={leave}
          />
        </span>
      </div>
      <div className="grid gap-1">
        <span aria-hidden="true" className="text-xs font-semibold text-faint desktop:hidden">
          Tell me
        </span>
        <Select
          size="small"
          value={entry.notify}
          aria-label={`Tell me about ${title}`}
          onChange={({ target }) => {
            const notify = WISH_CHOICES.find((choice) => choice === target.value)
            if (notify) save.press({ notify })
          }}
        >
          {WISH_CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {CHOICE_NAMES[choice]}
            </option>
          ))}
        </Select>
      </div>
      {problem && (
        <div className="col-span-full">
          <FieldError id={errorId} error={problem} />
        </div>
      )}
    </form>
  )
}

/** Dollars; null for none. */
function readPrice(text: string): number | null | 'wrong' {
  const amount = text.trim().replace(/^\$/, '')
  if (amount === '') return null
  const cents = /^\d+(\.\d{0,2})?$/.test(amount) ? centsOf(Number(amount)) : null
  if (cents === null || cents < MY_PRICE_MIN_CENTS || cents > MY_PRICE_MAX_CENTS) return 'wrong'
  return dollarsOf(cents)
}
