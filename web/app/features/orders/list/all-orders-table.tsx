import type { Order } from '@nofiller/contract/orders/orders'
import { TextLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { UtcTime } from '../../../ui/utc-time.tsx'
import { FLAG_NAMES, StatusPill } from '../progress/order-status.tsx'
import { OrderGames } from './game-link.tsx'
import { AdminOrderLink } from './order-name.tsx'

const COLUMNS: readonly Column<Order>[] = [
  {
    head: 'Date (UTC)',
    cell: (order) => <UtcTime iso={order.createdAt} />,
    className: 'whitespace-nowrap text-muted max-bar:text-sm',
  },
  {
    head: 'Email',
    cell: ({ email }) => (
      <>
        {email.slice(0, email.indexOf('@'))}
        <wbr />
        {email.slice(email.indexOf('@'))}
      </>
    ),
    card: { order: 4, wide: true },
    className: 'break-words bar:max-w-56',
  },
  { head: 'Game', cell: (order) => <OrderGames order={order} />, card: { wide: true } },
  {
    head: 'Price',
    cell: (order) => <Price dollars={order.price} />,
    align: 'right',
    card: { order: 2 },
    className: 'max-bar:font-650',
  },
  { head: 'Status', cell: (order) => <Status order={order} />, card: { wide: true } },
  {
    head: 'Invoice',
    cell: ({ invoiceUrl }) =>
      invoiceUrl === null ? (
        <span className="text-faint">–</span>
      ) : (
        <TextLink to={invoiceUrl} target="_blank" rel="noopener">
          Open
        </TextLink>
      ),
    card: { labeled: true },
  },
  {
    head: 'Thank You',
    cell: (order) => <TextLink to={`/thankyou?order=${order.orderId}`}>View</TextLink>,
    card: { labeled: true },
  },
  {
    head: 'Order ID',
    cell: (order) => <AdminOrderLink order={order} />,
    card: { wide: true },
  },
]

type AllOrdersTableProps = { orders: readonly Order[]; label?: string }

/** The orders of all buyers, for an admin. */
export const AllOrdersTable = ({ orders, label = 'All Orders' }: AllOrdersTableProps) => (
  <Panel flush>
    <Table label={label} columns={COLUMNS} rows={orders} keyOf={({ orderId }) => orderId} />
  </Panel>
)

/** The status with its flags by name; buyers read sentences instead. */
const Status = ({ order: { status, flags } }: { order: Order }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <StatusPill status={status} />
    {flags.length > 0 && (
      <span className="text-xs text-muted">{flags.map((flag) => FLAG_NAMES[flag]).join(', ')}</span>
    )}
  </span>
)
