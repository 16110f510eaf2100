import type { AdminOrder, AdminOrderItem } from '@nofiller/contract/orders/admin-orders'
import { showPrice } from '@nofiller/contract/pricing/money'
import { Link } from 'react-router'
import { Button, TextLink } from '../../../ui/button.tsx'
import { IconUndo } from '../../../ui/desk-icons.tsx'
import { IconBan, IconCheck, IconClock } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { showUtcTime } from '../../../ui/when.ts'
import { GamePicture } from '../../catalogue/game-picture.tsx'
import { TablePanel } from '../work-page.tsx'
import { countOf } from './order-timeline.ts'

export type OnItem = (position: number) => void
type OrderItemsProps = { of: AdminOrder; onRefund: OnItem; onRevoke: OnItem }

/** The items of an order: how each stands, and what can be done about it. */
export function OrderItems({ of: { order, items }, onRefund, onRevoke }: OrderItemsProps) {
  const developers = new Set(items.map(({ developer }) => developer)).size
  return (
    <TablePanel title="Items">
      <Table
        label="Items"
        columns={columnsOf(order.orderId, onRefund, onRevoke)}
        rows={items}
        keyOf={({ position }) => String(position)}
      />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-muted">
        <span>
          {countOf(items.length, 'item')} by {countOf(developers, 'developer')}
        </span>
        <b className="text-ui font-650 text-text">{showPrice(order.price)}</b>
        {order.refunded > 0 && <span>{showPrice(order.refunded)} refunded</span>}
      </p>
    </TablePanel>
  )
}

const columnsOf = (orderId: string, onRefund: OnItem, onRevoke: OnItem): Column<AdminOrderItem>[] => [
  { head: 'Item', cell: (item) => <Item of={item} />, card: { wide: true } },
  {
    head: 'Price',
    cell: ({ price, refunded, state }) => (
      <>
        {showPrice(price)}
        {refunded > 0 && state !== 'refunded' && (
          <span className="block text-xs whitespace-nowrap text-muted">{showPrice(refunded)} refunded</span>
        )}
      </>
    ),
    align: 'right',
    card: { order: 3 },
    className: 'font-650',
  },
  { head: 'State', cell: (item) => <State of={item} orderId={orderId} />, card: { order: 2 } },
  {
    head: 'Actions',
    cell: (item) => <Actions of={item} onRefund={onRefund} onRevoke={onRevoke} />,
    align: 'right',
    card: { wide: true, align: 'left' },
  },
]

const Item = ({ of: { game, title, type, developer } }: { of: AdminOrderItem }) => (
  <span className="flex min-w-0 items-center gap-3">
    <GamePicture game={game} sizes="50px" className="h-[35px] w-[50px] rounded-1" />
    <span className="min-w-0">
      <Link
        to={`/game/${game.slug}`}
        className="block font-semibold break-words no-underline hover:underline"
      >
        {title}
      </Link>
      <span className="block text-sm break-words text-muted">
        {type === 'base' ? 'Base game' : 'Extra'}, {developer}
      </span>
    </span>
  </span>
)

function State({ of: { state, ownedBy }, orderId }: { of: AdminOrderItem; orderId: string }) {
  const other = ownedBy?.order?.orderId === orderId ? undefined : ownedBy
  return (
    <>
      {PILLS[state]}
      {other && (
        <span className="mt-1 block text-xs text-muted">
          {state === 'owned' ? 'By ' : 'Still owned by '}
          {other.order ? (
            <TextLink to={`/admin/orders/${other.order.orderId}`} className="whitespace-nowrap">
              {other.order.number}
            </TextLink>
          ) : (
            'a gift or claim'
          )}
        </span>
      )}
    </>
  )
}

const PILLS = {
  unpaid: <Pill icon={<IconClock />}>Not paid</Pill>,
  owned: (
    <Pill kind="go" icon={<IconCheck />}>
      Owned
    </Pill>
  ),
  refunded: (
    <Pill kind="warn" icon={<IconUndo />}>
      Refunded
    </Pill>
  ),
  revoked: (
    <Pill kind="bad" icon={<IconBan />}>
      Revoked
    </Pill>
  ),
}

type ActionsProps = { of: AdminOrderItem; onRefund: OnItem; onRevoke: OnItem }

function Actions({ of: { state, left, position, title, revokedAt }, onRefund, onRevoke }: ActionsProps) {
  if (state === 'unpaid') return null
  return (
    <span className="inline-flex flex-wrap items-center gap-2 bar:flex-nowrap bar:justify-end">
      {revokedAt !== null && (
        <time dateTime={revokedAt} className="text-sm text-muted">
          {showUtcTime(revokedAt)} UTC
        </time>
      )}
      {left > 0 && (
        <Button size="small" aria-label={`Refund ${title}`} onClick={() => onRefund(position)}>
          <IconUndo className="size-3.5" />
          Refund
        </Button>
      )}
      {revokedAt === null && (
        <Button size="small" aria-label={`Revoke ${title}`} onClick={() => onRevoke(position)}>
          <IconBan className="size-3.5" />
          Revoke
        </Button>
      )}
    </span>
  )
}
