import type { OpenSession } from '@nofiller/contract/accounts'
import type { Order } from '@nofiller/contract/orders'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconMonitor, IconReceipt, IconShield } from '../../ui/icons.tsx'
import { List, showingOf } from '../../ui/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showMoment } from '../../ui/when.ts'
import { AllOrdersTable } from '../orders/all-orders-table.tsx'
import { AuditTable } from './audit-table.tsx'
import { AUDIT_FAILED, useAudit } from './use-audit.ts'

type UserOrdersProps = { email: string; orders: readonly Order[]; count: number }

/** A user's newest orders, and the way to all of them. */
export const UserOrders = ({ email, orders, count }: UserOrdersProps) => (
  <section className="grid gap-4">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="d3">Orders</h2>
      {count > orders.length && (
        <ButtonLink size="small" to={`/admin/orders?q=${encodeURIComponent(email)}`}>
          All {count.toLocaleString('en-US')} orders
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

/** Where a user is signed in. */
export const UserSessions = ({ sessions }: { sessions: readonly OpenSession[] }) => (
  <section className="grid gap-4">
    <h2 className="d3">Sessions</h2>
    {sessions.length === 0 ? (
      <Empty title="Signed in nowhere." icon={<IconMonitor />} />
    ) : (
      <Panel flush>
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session._id} className="flex items-center gap-3 px-5 py-3">
              <IconMonitor className="size-5 text-faint" />
              <div className="min-w-0">
                <p className="font-semibold break-words">{session.browser || 'Unknown browser'}</p>
                <p className="text-sm text-faint">
                  Since {showMoment(session.createdAt)}, last used {showMoment(session.lastUsedAt)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    )}
  </section>
)

/** What admins did to a user. */
export function UserHistory({ id }: { id: string }) {
  const entries = useAudit({ subjectId: id })
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="d3">What was done</h2>
        {entries.total > 0 && <p className="text-sm text-muted">{showingOf(entries)}</p>}
      </div>
      <List
        of={entries}
        error={AUDIT_FAILED}
        skeleton={<Skeleton className="h-40" />}
        empty={<Empty title="Nothing was done to this user." icon={<IconShield />} />}
      >
        {(rows) => <AuditTable label="What was done to this user" entries={rows} />}
      </List>
    </section>
  )
}
