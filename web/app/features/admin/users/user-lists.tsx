import type { OpenSession } from '@nofiller/contract/accounts/accounts'
import type { ContactEntry } from '@nofiller/contract/admin/admin'
import type { Order } from '@nofiller/contract/orders/orders'
import { showCount } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useList } from '../../../api/use-list.ts'
import { ButtonLink, TextLink } from '../../../ui/button.tsx'
import { IconMonitor } from '../../../ui/dashboard-icons.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconMail, IconReceipt, IconShield } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List, showingOf } from '../../../ui/list/list.tsx'
import { Panel } from '../../../ui/page.tsx'
import { AllOrdersTable } from '../../orders/list/all-orders-table.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { AUDIT_FAILED } from '../audit/use-actors.ts'

type UserOrdersProps = { email: string; orders: readonly Order[]; count: number }

/** A user's newest orders, with a link to all of them. */
export const UserOrders = ({ email, orders, count }: UserOrdersProps) => (
  <section className="grid gap-4">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="d3">Orders</h2>
      {count > orders.length && (
        <ButtonLink size="small" to={`/admin/orders?q=${encodeURIComponent(email)}`}>
          All {showCount(count)} orders
        </ButtonLink>
      )}
    </div>
    {orders.length === 0 ? (
      <Empty title="No orders yet." icon={<IconReceipt />} />
    ) : (
      <AllOrdersTable label="Orders of this user" orders={orders} />
    )}
  </section>
)

/** A user's messages to the store, with a link to all of them. */
export const UserMessages = ({ email, messages }: { email: string; messages: readonly ContactEntry[] }) => (
  <section className="grid gap-4">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="d3">Messages</h2>
      {messages.length > 0 && (
        <ButtonLink size="small" to={`/admin/inbox?state=all&q=${encodeURIComponent(email)}`}>
          All messages
        </ButtonLink>
      )}
    </div>
    {messages.length === 0 ? (
      <Empty title="No messages yet." icon={<IconMail />} />
    ) : (
      <Panel flush>
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <li key={message._id} className="flex items-center justify-between gap-4 px-5 py-3">
              <TextLink to={`/admin/inbox/${message._id}`} className="min-w-0 truncate font-semibold">
                {message.subject}
              </TextLink>
              <span className="text-sm whitespace-nowrap text-muted">
                {message.answeredAt === null ? 'Open' : 'Answered'}, {showUtcMoment(message.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    )}
  </section>
)

/** Where a user is logged in. */
export const UserSessions = ({ sessions }: { sessions: readonly OpenSession[] }) => (
  <section className="grid gap-4">
    <h2 className="d3">Sessions</h2>
    {sessions.length === 0 ? (
      <Empty title="Not logged in anywhere." icon={<IconMonitor />} />
    ) : (
      <Panel flush>
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session._id} className="flex items-center gap-3 px-5 py-3">
              <IconMonitor className="size-5 text-faint" />
              <div className="min-w-0">
                <p className="font-semibold break-words">{session.browser || 'Unknown browser'}</p>
                <p className="text-sm text-faint">
                  Since {showUtcMoment(session.createdAt)}, last used {showUtcMoment(session.lastUsedAt)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    )}
  </section>
)

/** Admins' actions on a user. */
export function UserHistory({ id }: { id: string }) {
  const entries = useList('GET /api/admin/audit', { subjectId: id })
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="d3">History</h2>
        {entries.total > 0 && <p className="text-sm text-muted">{showingOf(entries)}</p>}
      </div>
      <List
        list={entries}
        error={AUDIT_FAILED}
        skeleton={<Skeleton className="h-40" />}
        empty={<Empty title="No actions yet." icon={<IconShield />} />}
      >
        {(rows) => <AuditTable label="History of this user" entries={rows} />}
      </List>
    </section>
  )
}
