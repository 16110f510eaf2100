import type { ContactEntry, ListedUser } from '@nofiller/contract/admin/admin'
import type { Order } from '@nofiller/contract/orders/orders'
import { showCount } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import { Avatar } from '../../../shell/avatar.tsx'
import { TextLink } from '../../../ui/button.tsx'
import { Price } from '../../../ui/price.tsx'
import { WorkPanel } from '../work-page.tsx'
import { UserStatus } from './user-status.tsx'

/** A person's identity, with links to everything about them. `note` says how it is known. */
export const AccountPanel = ({ user, note }: { user: ListedUser; note?: string }) => (
  <WorkPanel
    title="Account"
    link={
      <TextLink to={`/admin/users/${user._id}`} aria-label={`Open ${user.username}`}>
        Open
      </TextLink>
    }
  >
    <div className="flex items-center gap-3">
      <Avatar user={user} />
      <div className="min-w-0">
        <p className="font-semibold break-all">{user.username}</p>
        <p translate="no" className="text-sm break-all text-muted">
          {user.email}
        </p>
        <p className="text-sm text-muted">Member since {showUtcDay(user.createdAt)}</p>
      </div>
    </div>
    <p className="flex flex-wrap gap-2 empty:hidden">
      <UserStatus user={user} />
    </p>
    {note && <p className="text-sm text-muted">{note}</p>}
  </WorkPanel>
)

type OrdersPanelProps = { email: string; orders: readonly Order[]; count: number }

/** A person's newest orders, with a link to all of them. */
export const OrdersPanel = ({ email, orders, count }: OrdersPanelProps) => (
  <WorkPanel
    title="Orders"
    link={
      count > orders.length && (
        <TextLink to={`/admin/orders?q=${encodeURIComponent(email)}`}>All {showCount(count)}</TextLink>
      )
    }
  >
    {orders.length === 0 ? (
      <p className="text-sm text-muted">No orders yet.</p>
    ) : (
      <ul className="grid divide-y divide-line *:py-2.5 *:first:pt-0 *:last:pb-0">
        {orders.map((order) => (
          <li key={order.orderId} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <TextLink
              to={`/admin/orders/${order.orderId}`}
              className="truncate font-semibold"
              aria-label={`Order ${order.number}, ${order.title}`}
            >
              {order.title}
            </TextLink>
            <span className="text-right tabular-nums">
              <Price dollars={order.price} />
            </span>
            <span className="text-sm text-muted">
              {order.number}, {order.status}
            </span>
            <span className="text-right text-sm text-muted">{showUtcDay(order.createdAt)}</span>
          </li>
        ))}
      </ul>
    )}
  </WorkPanel>
)

type MessagesPanelProps = { title: string; messages: readonly ContactEntry[] }

/** A person's messages to the store, each with a link. */
export const MessagesPanel = ({ title, messages }: MessagesPanelProps) => (
  <WorkPanel title={title}>
    {messages.length === 0 ? (
      <p className="text-sm text-muted">None.</p>
    ) : (
      <ul className="grid divide-y divide-line *:py-2.5 *:first:pt-0 *:last:pb-0">
        {messages.map((message) => (
          <li key={message._id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <TextLink to={`/admin/inbox/${message._id}`} className="truncate">
              {message.subject}
            </TextLink>
            <span className="text-right text-sm text-muted">{showUtcDay(message.createdAt)}</span>
            <span className="text-sm text-muted">{message.answeredAt === null ? 'Open' : 'Answered'}</span>
          </li>
        ))}
      </ul>
    )}
  </WorkPanel>
)
