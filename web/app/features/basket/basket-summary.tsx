import type { Basket } from '@nofiller/contract/basket/basket'
import { showPrice } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { type ReactNode, useRef } from 'react'
import { withNext } from '../../session/login-address.ts'
import { useUser } from '../../session/session.ts'
import { useInViewport } from '../../ui/browser/in-viewport.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { IconExternal } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { PhoneBar } from '../../ui/phone-bar.tsx'
import { sumOf } from '../orders/purchase/buying.ts'
import { type Checkout, useCheckout } from '../orders/purchase/checkout.ts'
import { CheckoutFailure } from '../orders/purchase/checkout-failure.tsx'
import { DiscountCode, useDiscountCode } from '../orders/purchase/discount-code.tsx'
import { TooSmall } from '../orders/purchase/too-small.tsx'
import { payable } from './use-basket-page.ts'

/** The total and the pay button: beside the list, under it on narrow screens, and in a bar on phones. */
export function BasketSummary({ basket }: { basket: Basket }) {
  const items = payable(basket)
  const user = useUser()
  const discount = useDiscountCode(items)
  const { checkout, pay } = useCheckout(discount.lines, user?.email ?? '', discount.code)
  const button = useRef<HTMLDivElement>(null)
  const sight = useInViewport(button)
  const dollars = sumOf(discount.lines)
  const total = showPrice(dollars)
  const count = plural(items.length, 'item')
  const payButton = (label: ReactNode, size: 'medium' | 'large') =>
    user ? (
      <Button
        kind="primary"
        size={size}
        wide={size === 'large'}
        busy={checkout.state === 'opening'}
        onClick={pay}
      >
        {label}
        <IconExternal />
      </Button>
    ) : (
      <ButtonLink kind="primary" size={size} wide={size === 'large'} to={withNext('/login', '/basket')}>
        {label}
      </ButtonLink>
    )
  return (
    <aside aria-label="Summary" className="desktop:sticky desktop:top-22">
      <Panel className="grid gap-5">
        <h2 className="text-md/5 font-650">Summary</h2>
        <dl className="flex items-baseline justify-between gap-4 border-b border-line pb-4 text-ui">
          <dt>
            <span className="text-base font-650">Total</span> <span className="ml-1 text-muted">{count}</span>
          </dt>
          <dd translate="no" className="d2">
            {total}
          </dd>
        </dl>
        {items.length > 0 && <DiscountCode discount={discount} locked={checkout.state === 'opening'} />}
        {user && <TooSmall dollars={dollars} advice="Add another game." />}
        <Problem checkout={checkout} onAgain={pay} />
        {items.length > 0 && (
          <div ref={button}>
            {payButton(dollars === 0 ? 'Get for free' : <PayLabel total={total} />, 'large')}
          </div>
        )}
        <ul className="grid gap-1.5 text-sm text-faint">
          {items.length === 0 && <li>Nothing here can be bought right now.</li>}
          {items.length > 1 && (
            <li>One payment and one network fee for {items.length === 2 ? 'both items' : `all ${count}`}.</li>
          )}
          {items.length > 0 && !user && <li>You’ll log in first. Your basket comes with you.</li>}
          <li>Paid in cryptocurrency. The payment page opens in a new tab.</li>
          <li>Sales are final; purchases are for personal use only.</li>
        </ul>
      </Panel>
      {items.length > 0 && (sight === 'above' || sight === 'below') && (
        <PhoneBar
          title={<span translate="no">{total}</span>}
          text={count}
          button={payButton('Pay', 'medium')}
        />
      )}
    </aside>
  )
}

const PayLabel = ({ total }: { total: string }) => (
  <span>
    Pay <span translate="no">{total}</span>
  </span>
)

/** After a refusal the basket shows the reason: it was refetched. */
function Problem({ checkout, onAgain }: { checkout: Checkout; onAgain: () => void }) {
  if (checkout.state === 'failed' && checkout.remedy === 'reload')
    return (
      <Note kind="bad">
        Something in your basket changed just now, and nothing was charged. Check the total, then pay.
      </Note>
    )
  return <CheckoutFailure checkout={checkout} onAgain={onAgain} />
}
