import { showPrice } from '@nofiller/contract/money'
import type { Order } from '@nofiller/contract/orders'
import { TextLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showDay } from '../../ui/when.ts'
import { GameLink } from './game-link.tsx'
import { OrderId } from './order-id.tsx'
import { OrderStanding } from './order-status.tsx'

const HEAD = [
  { name: 'Date' },
  { name: 'Email' },
  { name: 'Game' },
  { name: 'Price', align: 'right' },
  { name: 'Status' },
  { name: 'Order ID' },
  { name: 'Invoice' },
  { name: 'Thank You' },
] as const

/** The orders of all buyers, for an admin. */
export function AllOrdersTable({
  orders,
  label = 'All Orders',
}: {
  orders: readonly Order[]
  label?: string
}) {
  return (
    <Panel flush>
      <Table label={label} head={HEAD}>
        {orders.map((order) => (
          <Row key={order.orderId}>
            <Cell className="whitespace-nowrap text-muted max-bar:order-1 max-bar:text-sm">
              {showDay(order.createdAt)}
            </Cell>
            <Cell full className="break-words max-bar:order-4 bar:max-w-56">
              {order.email.slice(0, order.email.indexOf('@'))}
              <wbr />
              {order.email.slice(order.email.indexOf('@'))}
            </Cell>
            <Cell full className="max-bar:order-3">
              <GameLink game={order.game} />
            </Cell>
            <Cell align="right" className="max-bar:order-2 max-bar:font-650">
              {showPrice(order.price)}
            </Cell>
            <Cell full className="max-bar:order-5">
              <OrderStanding order={order} />
            </Cell>
            <Cell full className="max-bar:order-6">
              <TextLink className="mono text-muted" to={`/receipt?order=${order.orderId}`}>
                <OrderId id={order.orderId} />
              </TextLink>
            </Cell>
            <Cell label="Invoice" className="max-bar:order-7">
              {order.invoiceUrl === null ? (
                <span className="text-faint">–</span>
              ) : (
                <TextLink to={order.invoiceUrl} target="_blank" rel="noopener">
                  Open
                </TextLink>
              )}
            </Cell>
            <Cell label="Thank You" className="max-bar:order-8">
              <TextLink to={`/thankyou?order=${order.orderId}`}>View</TextLink>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
