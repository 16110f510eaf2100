import type { Order } from '@nofiller/contract/orders/orders'
import { TextLink } from '../../../ui/button.tsx'
import { OrderId } from './order-id.tsx'

/** An order's number for people, and below it the long id. */
export const OrderName = ({ order: { number, orderId } }: { order: Pick<Order, 'number' | 'orderId'> }) => (
  <>
    <span className="block font-semibold whitespace-nowrap tabular-nums">{number}</span>
    <span className="mono text-xs text-muted">
      <OrderId id={orderId} />
    </span>
  </>
)

/** Tells long ids apart; the order's page has the whole id. */
const SHORT_ID = 8

/** The same for an admin, as the way to all about the order. */
export const AdminOrderLink = ({
  order: { number, orderId },
}: {
  order: Pick<Order, 'number' | 'orderId'>
}) => (
  <>
    <TextLink
      to={`/admin/orders/${orderId}`}
      className="block font-semibold whitespace-nowrap tabular-nums"
      aria-label={`Order ${number}`}
    >
      {number}
    </TextLink>
    <span className="mono text-xs text-muted" title={orderId}>
      {orderId.slice(0, SHORT_ID)}…
    </span>
  </>
)
