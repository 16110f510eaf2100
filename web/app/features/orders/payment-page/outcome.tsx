import type { Payment } from '@nofiller/contract/payments/payments'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { useBasketCount } from '../../basket/in-basket.ts'
import { outcomeWords } from './payment-labels.ts'

type OutcomeProps = {
  payment: Payment
  /** In the browser that made the order; null in others. */
  orderId: string | null
  /** The missing amount of an order that has ended. */
  onPayRest: () => void
}

/** The state of a payment that cannot be made now, and the next step. */
export function Outcome(props: OutcomeProps) {
  const { payment } = props
  const words = outcomeWords(payment)
  if (!words) return null
  return (
    <div className="grid justify-items-start gap-5">
      <div className="grid gap-2">
        <PageTitle>{words.title}</PageTitle>
        <p className="text-lg text-muted">{words.text}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-phone:grid max-phone:w-full">
        <WayOn {...props} />
      </div>
    </div>
  )
}

function WayOn({ payment: { state, missing }, orderId, onPayRest }: OutcomeProps) {
  switch (state) {
    case 'ready':
      return (
        <>
          <ButtonLink kind="primary" size="large" to="/library">
            Open my library
          </ButtonLink>
          {orderId === null ? (
            <ButtonLink size="large" to="/orders">
              My Orders
            </ButtonLink>
          ) : (
            <ButtonLink size="large" to={`/thank-you?order=${encodeURIComponent(orderId)}`}>
              Get your download
            </ButtonLink>
          )}
        </>
      )
    case 'late_short':
      return (
        <>
          <Button kind="primary" size="large" onClick={onPayRest}>
            <span>
              Pay the missing <Price dollars={missing} />
            </span>
          </Button>
          <ButtonLink size="large" to="/contact">
            Ask for my money back
          </ButtonLink>
        </>
      )
    case 'expired':
    case 'failed':
    case 'cancelled':
      return (
        <>
          <ButtonLink kind="primary" size="large" to="/orders">
            Buy again from My Orders
          </ButtonLink>
          <BackToBasket />
        </>
      )
    default:
      return (
        <ButtonLink size="large" to="/orders">
          My Orders
        </ButtonLink>
      )
  }
}

/** A link for a buyer with items left in the basket. */
const BackToBasket = () =>
  useBasketCount() > 0 && (
    <ButtonLink kind="quiet" size="large" to="/basket">
      Back to the basket
    </ButtonLink>
  )

/** A coin's reserved amount has expired: its address may still be watched, but the amount is no longer valid. */
export const AmountEnded = ({
  busy,
  onRenew,
  onChange,
}: {
  busy: boolean
  onRenew: () => void
  onChange: () => void
}) => (
  <div className="grid justify-items-start gap-5">
    <div className="grid gap-2">
      <PageTitle>Time ran out</PageTitle>
      <p className="text-lg text-muted">
        That amount was only valid for a limited time. You haven’t been charged, and your order is still open.
      </p>
      <p className="text-muted">
        Get a new amount and send that one. Already sent it? Then don’t send again.
      </p>
    </div>
    <div className="flex flex-wrap gap-3 max-phone:grid max-phone:w-full">
      <Button kind="primary" size="large" busy={busy} onClick={onRenew}>
        Get a new amount
      </Button>
      <Button kind="quiet" size="large" onClick={onChange}>
        Change coin
      </Button>
    </div>
  </div>
)
