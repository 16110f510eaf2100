import { ALARMING, SECURITY_EVENTS } from '@nofiller/contract/accounts/security-event-rules'
import type { SecurityEvent } from '@nofiller/contract/accounts/security-events'
import { useList } from '../../../api/use-list.ts'
import { TextLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { List } from '../../../ui/list/list.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { showMoment } from '../../../ui/when.ts'

const SHOWN = 10

/** The account's security events. The list remains even if a thief deletes the emails about them. */
export function SecurityEvents() {
  const events = useList('GET /api/security-events', {}, { limit: SHOWN })
  return (
    <Panel flush>
      <div className="grid gap-1 border-b border-line p-4 bar:px-5">
        <h2 className="text-md/5 font-650">Recent activity</h2>
        <p className="text-sm text-faint">
          Log-ins and changes in the last 90 days. This list can’t be edited. Don’t recognize one?{' '}
          <TextLink to="/forgot-password">Set a new password</TextLink> to log out everywhere.
        </p>
      </div>
      <div className="grid gap-4 pb-4">
        <List
          list={events}
          error="Failed to load recent activity"
          skeleton={<Skeleton className="m-5 h-16" />}
          empty={<p className="p-5 text-sm text-faint">Nothing yet.</p>}
        >
          {(rows) => <Table label="Recent activity" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />}
        </List>
      </div>
    </Panel>
  )
}

const COLUMNS: readonly Column<SecurityEvent>[] = [
  {
    head: 'Event',
    cell: (event) => (
      <span className={`wrap-anywhere ${ALARMING.includes(event.kind) ? 'text-warn' : ''}`}>
        {nameOf(event)}
      </span>
    ),
    card: { wide: true },
  },
  { head: 'Where', cell: ({ browser }) => browser || '—', className: 'text-muted' },
  {
    head: 'When',
    cell: ({ at }) => <time dateTime={at}>{showMoment(at)}</time>,
    align: 'right',
    className: 'text-muted bar:whitespace-nowrap',
  },
]

/** `Passkey added: Pixel 9`, `Wrong code, 2 times`. */
function nameOf({ kind, about, times }: SecurityEvent): string {
  const name = about ? `${SECURITY_EVENTS[kind]}: ${about}` : SECURITY_EVENTS[kind]
  return times > 1 ? `${name}, ${times} times` : name
}
