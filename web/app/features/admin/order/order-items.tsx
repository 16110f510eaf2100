import { gamePath } from '@nofiller/contract/catalog/paths'
import type { AdminOrder, AdminOrderItem } from '@nofiller/contract/orders/admin-orders'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcTime } from '@nofiller/contract/text/time'
import { Link } from 'react-router'
import { TextLink } from '../../../ui/button.tsx'
import { IconUndo } from '../../../ui/dashboard-icons.tsx'
import { CheckBox } from '../../../ui/form/field.tsx'
import { IconBan, IconCheck, IconClock } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Price } from '../../../ui/price.tsx'
import { GamePicture } from '../../catalog/game-picture.tsx'
import { TablePanel } from '../work-page.tsx'

type OrderItemsProps = {
  detail: AdminOrder
  /** The positions of the selected items. */
  ticked: readonly number[]
  onTick: (position: number) => void
}

/** Whether an item can still be refunded or revoked. */
export const isTickable = ({ state, left, revokedAt }: AdminOrderItem): boolean =>
  state !== 'unpaid' && (left > 0 || revokedAt === null)

/** The items of an order, with their status; a refund or a revocation applies to the selected ones. */
export function OrderItems({ detail: { order, items }, ticked, onTick }: OrderItemsProps) {
  const developers = new Set(items.map(({ developer }) => developer)).size
  return (
    <TablePanel title="Items">
      <Table
        label="Items"
        columns={columnsOf(order.orderId, ticked, onTick)}
        rows={items}
        keyOf={({ position }) => String(position)}
      />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-muted">
        <span>
          {plural(items.length, 'item')} by {plural(developers, 'developer')}
          {order.refunded > 0 && (
            <>
              , <Price dollars={order.refunded} /> refunded
            </>
          )}
        </span>
        <b className="text-ui font-650 text-text">
          <Price dollars={order.price} />
        </b>
      </p>
    </TablePanel>
  )
}

const columnsOf = (
  orderId: string,
  ticked: readonly number[],
  onTick: (position: number) => void,
): Column<AdminOrderItem>[] => [
  {
    head: 'Item',
    cell: (item) => (
      <span className="flex min-w-0 items-center gap-3">
        {isTickable(item) && (
          <CheckBox
            aria-label={`Select ${item.title}`}
            checked={ticked.includes(item.position)}
            onChange={() => onTick(item.position)}
          />
        )}
        <Item item={item} />
      </span>
    ),
    card: { wide: true },
  },
  {
    head: 'Price',
    cell: ({ price, refunded, state }) => (
      <>
        <Price dollars={price} />
        {refunded > 0 && state !== 'refunded' && (
          <span className="block text-xs whitespace-nowrap text-muted">
            <Price dollars={refunded} /> refunded
          </span>
        )}
      </>
    ),
    align: 'right',
    card: { order: 3 },
    className: 'font-650',
  },
  { head: 'State', cell: (item) => <State item={item} orderId={orderId} />, card: { order: 2 } },
]

const Item = ({ item: { game, title, type, developer } }: { item: AdminOrderItem }) => (
  <span className="flex min-w-0 items-center gap-3">
    <GamePicture game={game} sizes="50px" className="h-[35px] w-[50px] rounded-1" />
    <span className="min-w-0">
      <Link to={gamePath(game.slug)} className="block font-semibold break-words no-underline hover:underline">
        {title}
      </Link>
      <span className="block text-sm break-words text-muted">
        {type === 'base' ? 'Base game' : 'Extra'}, {developer}
      </span>
    </span>
  </span>
)

function State({ item: { state, ownedBy, revokedAt }, orderId }: { item: AdminOrderItem; orderId: string }) {
  const other = ownedBy?.order?.orderId === orderId ? undefined : ownedBy
  return (
    <>
      {PILLS[state]}
      {revokedAt !== null && (
        <time dateTime={revokedAt} className="mt-1 block text-xs text-muted">
          {showUtcTime(revokedAt)} UTC
        </time>
      )}
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
