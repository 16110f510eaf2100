import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { IconExternal } from '../../../../ui/icons.tsx'
import { Price } from '../../../../ui/price.tsx'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import { type Goods, linesOf, sumOf } from '../buying.ts'
import { useCheckout } from '../checkout.ts'
import { CheckoutFailure } from '../checkout-failure.tsx'
import { DiscountCode, useDiscountCode } from '../discount-code.tsx'
import { IncludedFiles } from '../included-files.tsx'
import { TooSmall } from '../too-small.tsx'
import { addableExtras, ExtraChoice, PriceLines } from './add-extras.tsx'
import { BasketAction } from './basket-action.tsx'
import { OwnPrice, useOwnPrice } from './own-price.tsx'
import {
  Fact,
  Facts,
  LibraryLink,
  type PurchaseDialogProps,
  PurchaseFrame,
  Total,
} from './purchase-frame.tsx'
import { VersionFact } from './version-fact.tsx'

/** After this time a wait is explained. */
const SLOW_MS = 1_000

/** What can be added when the total is too small to be paid. */
const ADVICE = {
  'own price': 'Pay a little more, or add it to your basket with another game.',
  extras: 'Add an extra, or add it to your basket with another game.',
  basket: 'Add it to your basket and pay for it together with another game.',
}

const PayLabel = ({ price }: { price: number }) =>
  price === 0 ? (
    'Get for free'
  ) : (
    <>
      <span>
        Pay <Price dollars={price} />
      </span>
      <IconExternal />
    </>
  )

/** For buyers who have not paid yet. Extras can be added to a base, so one payment buys all of it. */
export function Unpaid(props: PurchaseDialogProps & { email: string }) {
  const { game, goods, owned, onChoose, onClose, email } = props
  const [addedIds, setAddedIds] = useState<readonly string[]>([])
  const addable = addableExtras(game, goods, owned)
  const chosen = linesOf(
    game,
    goods,
    addable.filter(({ _id }) => addedIds.includes(_id)),
  )
  const discount = useDiscountCode(chosen)
  const own = useOwnPrice(game, goods)
  const lines = own.applyTo(discount.lines)
  const { checkout, pay, forget } = useCheckout(lines, email, discount.code)
  const isOpening = checkout.state === 'opening'
  const isSlow = useDebounced(checkout.state, SLOW_MS) === 'opening' && isOpening
  const price = sumOf(lines)
  const baseSaved = goods.mode === 'base' && game.sale ? game.sale.listPrice - game.price : 0
  const listPrice = sumOf([...chosen, { price: baseSaved }])
  const choose = (others: Goods) => {
    forget()
    onChoose(others)
  }
  const add = (fileIds: readonly string[]) => {
    forget()
    setAddedIds(fileIds)
  }
  return (
    <PurchaseFrame
      {...props}
      title="Complete Purchase"
      amount={<Total price={price} instead={listPrice} />}
      failure={<CheckoutFailure checkout={checkout} onAgain={pay} />}
      library={<LibraryLink owned={owned} />}
      actions={
        <>
          <BasketAction goods={chosen} disabled={isOpening} onAdded={onClose} />
          <Button kind="primary" data-first-focus busy={isOpening} onClick={own.problem ? own.check : pay}>
            <PayLabel price={price} />
          </Button>
        </>
      }
    >
      <Facts>
        <Fact name="Logged in as">
          <span translate="no">{email}</span>
        </Fact>
        <VersionFact game={game} goods={goods} lines={lines} owned={owned} />
        <Fact name="Payment">
          Cryptocurrency. Solana usually confirms in under a minute; BTC and ETH may take 30-60 minutes.
        </Fact>
      </Facts>
      <IncludedFiles {...props} access="after-payment" locked={isOpening} onChoose={choose} />
      {addable.length > 0 && (
        <>
          <ExtraChoice extras={addable} chosenIds={addedIds} locked={isOpening} onChoose={add} />
          {lines.length > 1 && <PriceLines lines={lines} />}
        </>
      )}
      <OwnPrice own={own} locked={isOpening} />
      <DiscountCode discount={discount} locked={isOpening} />
      <TooSmall
        dollars={price}
        advice={ADVICE[own.isPossible ? 'own price' : addable.length > 0 ? 'extras' : 'basket']}
      />
      <p role="status" className="text-sm text-faint">
        {isSlow
          ? 'The payment provider is making the invoice. Nothing is charged yet.'
          : 'The invoice opens in a new tab. Sales are final; purchases are for personal use only.'}
      </p>
    </PurchaseFrame>
  )
}
