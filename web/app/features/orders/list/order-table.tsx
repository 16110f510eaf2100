import type { Order } from '@nofiller/contract/orders/orders'
import { ButtonLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { showDay } from '../../../ui/when.ts'
import { OrderState } from '../progress/order-status.tsx'
import { isShort } from '../progress/pay-rest.tsx'
import { canBuyAgain } from '../progress/sub-status.ts'
import { BuyAgain } from './buy-again.tsx'
import { OrderGames } from './game-link.tsx'
import { OrderName } from './order-name.tsx'

const COLUMNS: readonly Column<Order>[] = [
  {
    head: 'Date',
    cell: (order) => showDay(order.createdAt),
    className: 'whitespace-nowrap text-muted max-bar:text-sm',
  },
  { head: 'Game', cell: (order) => <OrderGames order={order} />, card: { order: 3, wide: true } },
  {
    head: 'Price',
    cell: (order) => <Price dollars={order.price} />,
    align: 'right',
    card: { order: 2 },
    className: 'max-bar:font-650',
  },
  { head: 'Status', cell: (order) => <OrderState order={order} /> },
  {
    head: 'Order ID',
    cell: (order) => <OrderName order={order} />,
    card: { order: 6, wide: true },
  },
  { head: 'Actions', cell: (order) => <Action order={order} />, align: 'right', card: { order: 5 } },
]

/** The user's orders. */
export const OrderTable = ({ orders }: { orders: readonly Order[] }) => (
  <Panel flush>
    <Table label="My Orders" columns={COLUMNS} rows={orders} keyOf={({ orderId }) => orderId} />
  </Panel>
)

/** The actions for an order (requirements 6.15); for one with unconfirmed money, a link to follow its status. */
function Action({ order }: { order: Order }) {
  if (order.status === 'PAID')
    return (
      <ButtonLink size="small" to={`/receipt?order=${order.orderId}`}>
        Receipt
      </ButtonLink>
    )
  if (isShort(order))
    return (
      <ButtonLink size="small" kind="primary" to={`/thank-you?order=${order.orderId}`}>
        Pay the rest
      </ButtonLink>
    )
  const payUrl = order.payUrl ?? order.invoiceUrl
  if (order.status === 'CREATED' && payUrl !== null)
    return (
      <ButtonLink size="small" kind="primary" to={payUrl} target="_blank" rel="noopener">
        Resume checkout
      </ButtonLink>
    )
  if (canBuyAgain(order)) return <BuyAgain order={order} />
  return (
    <ButtonLink size="small" to={`/thank-you?order=${order.orderId}`}>
      View status
    </ButtonLink>
  )
}
