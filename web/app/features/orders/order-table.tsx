import { showPrice } from '@nofiller/contract/money'
import type { Order } from '@nofiller/contract/orders'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showDay } from '../../ui/when.ts'
import { GameLink } from './game-link.tsx'
import { OrderId } from './order-id.tsx'
import { OrderStanding } from './order-status.tsx'
import { isShort } from './pay-rest.tsx'
import { canBuyAgain } from './sub-status.ts'

const HEAD = [
  { name: 'Date' },
  { name: 'Game' },
  { name: 'Price', align: 'right' },
  { name: 'Status' },
  { name: 'Order ID' },
  { name: 'Actions', align: 'right' },
] as const

/** The user's orders. */
export function OrderTable({ orders }: { orders: readonly Order[] }) {
  return (
    <Panel flush>
      <Table label="My Orders" head={HEAD}>
        {orders.map((order) => (
          <Row key={order.orderId}>
            <Cell className="whitespace-nowrap text-muted max-bar:order-1 max-bar:text-sm">
              {showDay(order.createdAt)}
            </Cell>
            <Cell full className="max-bar:order-3">
              <GameLink game={order.game} />
            </Cell>
            <Cell align="right" className="max-bar:order-2 max-bar:font-650">
              {showPrice(order.price)}
            </Cell>
            <Cell className="max-bar:order-4">
              <OrderStanding order={order} />
            </Cell>
            <Cell className="max-bar:order-6 max-bar:col-span-2">
              <span className="mono text-muted">
                <OrderId id={order.orderId} />
              </span>
            </Cell>
            <Cell align="right" className="max-bar:order-5">
              <Action of={order} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

/** What can be done with an order (document 2 §4); of one on which money is moving, its status can be followed. */
function Action({ of: order }: { of: Order }) {
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
  if (order.status === 'CREATED' && order.invoiceUrl !== null)
    return (
      <ButtonLink size="small" kind="primary" to={order.invoiceUrl} target="_blank" rel="noopener">
        Resume checkout
      </ButtonLink>
    )
  if (canBuyAgain(order))
    return (
      <ButtonLink size="small" to={`/game/${order.game.slug}`}>
        Buy again
      </ButtonLink>
    )
  return (
    <ButtonLink size="small" to={`/thank-you?order=${order.orderId}`}>
      View status
    </ButtonLink>
  )
}
