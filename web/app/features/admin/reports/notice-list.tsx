import type { AdminNotice } from '@nofiller/contract/copyright/copyright'
import { DUE_STATES } from '@nofiller/contract/copyright/copyright-rules'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { useCall } from '../../../api/use-call.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Empty } from '../../../ui/list/empty.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { NOTICE_STATES } from '../../copyright/notice-labels.ts'
import { dueText, isOverdue } from './due.ts'

const NONE = { open: 'No copyright notice is open.', closed: 'No copyright notice has ended yet.' }

/** Copyright notices: undecided ones first, then active ones; or those that have ended. */
export function NoticeList({ state }: { state: 'open' | 'closed' }) {
  const notices = useCall('GET /api/admin/copyright', { query: { state }, refetchOnWindowFocus: 'always' })
  return (
    <QueryView query={notices} error="Failed to load copyright notices">
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={NONE[state]} />
        ) : (
          <Panel flush>
            <ul className="divide-y divide-line">
              {rows.map((notice) => (
                <Row key={notice.number} notice={notice} />
              ))}
            </ul>
          </Panel>
        )
      }
    </QueryView>
  )
}

const Row = ({ notice }: { notice: AdminNotice }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 phone:px-5">
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {notice.number} · {notice.title}
        {!notice.isComplete && <Pill kind="warn">Not complete</Pill>}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {notice.named.join(', ')} · {notice.claimant || 'No name'}
      </p>
      <Clock notice={notice} now={currentTime()} />
    </div>
    <ButtonLink
      size="small"
      to={`/admin/reports/${notice.number}`}
      aria-label={`Open the notice ${notice.number} about ${notice.title}`}
    >
      Open
    </ButtonLink>
  </li>
)

function Clock({ notice: { state, dueAt, restoreAt, endedAt }, now }: { notice: AdminNotice; now: Date }) {
  const isDue = DUE_STATES.some((due) => due === state)
  const isLate = isDue && isOverdue(dueAt, now)
  return (
    <p className={`text-sm ${isLate ? 'font-650 text-bad' : 'text-muted'}`}>
      {NOTICE_STATES[state]}
      {isDue && `. ${dueText(dueAt, now)}`}
      {state === 'countered' && restoreAt && `: back on ${showUtcDay(restoreAt)}`}
      {endedAt && `, ${showUtcMoment(endedAt)}`}
    </p>
  )
}
