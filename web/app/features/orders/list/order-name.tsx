import type { Order } from '@nofiller/contract/orders/orders'
import { TextLink } from '../../../ui/button.tsx'

/** An order's number for people. The long id is in the cell as well, for screen readers, page searches and copies of the row. */
export const OrderName = ({ order: { number, orderId } }: { order: Pick<Order, 'number' | 'orderId'> }) => (
  <>
    <span translate="no" className="block font-semibold whitespace-nowrap tabular-nums">
      {number}
    </span>
    <span translate="no" className="sr-only">
      {orderId}
    </span>
  </>
)

/** The same for an admin, as a link to the order. */
export const AdminOrderLink = ({
  order: { number, orderId },
}: {
  order: Pick<Order, 'number' | 'orderId'>
}) => (
  <>
    <TextLink
      to={`/admin/orders/${orderId}`}
      translate="no"
      className="block font-semibold whitespace-nowrap tabular-nums"
      aria-label={`Order ${number}`}
    >
      {number}
    </TextLink>
    <span translate="no" className="sr-only">
      {orderId}
    </span>
  </>
)
