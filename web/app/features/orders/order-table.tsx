import { showPrice } from '@nofiller/contract/money'
import type { Order } from '@nofiller/contract/orders'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showDay } from '../../ui/when.ts'
import { StatusPill } from './order-status.tsx'

const HEAD = [
  { name: 'Date' },
  { name: 'Game' },
  { name: 'Price', align: 'right' },
  { name: 'Status' },
  { name: 'Order ID' },
  { name: 'Actions', align: 'right' },
] as const

/** The user's orders. `focusAt` is the row that takes the focus when it appears. */
export function OrderTable({ orders, focusAt }: { orders: readonly Order[]; focusAt: number | null }) {
  return (
    <Panel flush>
      <Table label="My Orders" head={HEAD}>
        {orders.map((order, at) => (
          <OrderRow key={order.orderId} order={order} takesFocus={at === focusAt} />
        ))}
      </Table>
    </Panel>
  )
}

function OrderRow({ order, takesFocus }: { order: Order; takesFocus: boolean }) {
  const game = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) game.current?.focus()
  }, [takesFocus])
  return (
    <Row>
      <Cell className="whitespace-nowrap text-muted max-bar:order-1 max-bar:text-sm">
        {showDay(order.createdAt)}
      </Cell>
      <Cell full className="max-bar:order-3">
        <Link
          ref={game}
          to={`/game/${order.game.slug}`}
          className="flex min-w-0 items-center gap-3 font-semibold no-underline hover:underline"
        >
          <Thumbnail url={order.game.cardImageUrl} />
          <span className="min-w-0 break-words">{order.game.title}</span>
        </Link>
      </Cell>
      <Cell align="right" className="max-bar:order-2 max-bar:font-650">
        {showPrice(order.price)}
      </Cell>
      <Cell className="max-bar:order-4">
        <StatusPill status={order.status} />
      </Cell>
      <Cell className="max-bar:order-6 max-bar:col-span-2">
        <span className="mono break-all text-muted">{order.orderId}</span>
      </Cell>
      <Cell align="right" className="max-bar:order-5">
        <Action of={order} />
      </Cell>
    </Row>
  )
}

function Thumbnail({ url }: { url: string | null }) {
  const look = 'h-[35px] w-[50px] shrink-0 rounded-1 bg-raised object-cover'
  if (url === null) return <span className={look} />
  return <img src={url} alt="" width={50} height={35} loading="lazy" className={look} />
}

/** What can be done with an order (document 2 §4). While money for it is on its way, buying again would pay twice. */
function Action({ of: order }: { of: Order }) {
  if (order.status === 'PAID')
    return (
      <ButtonLink size="small" to={`/receipt?order=${order.orderId}`}>
        Receipt
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
  return <span className="text-faint max-bar:hidden">–</span>
}

const canBuyAgain = ({ status, flags }: Order) =>
  (status === 'EXPIRED' || status === 'CANCELLED' || status === 'FAILED') &&
  !flags.includes('late') &&
  !flags.includes('underpaid')
