import { CATEGORY_RULES, partName } from '@nofiller/contract/reports/report-rules'
import type { AdminCase } from '@nofiller/contract/reports/reports'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { ButtonLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Panel } from '../../../ui/page.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { dueText, isOverdue } from './due.ts'

/** Reports, each with what it is about and by when it is looked at or decided. */
export function CaseList({ rows }: { rows: readonly AdminCase[] }) {
  const now = currentTime()
  return (
    <Panel flush>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row._id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 phone:px-5"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                {row.title}
                {row.isHeld && <Pill kind="bad">On hold</Pill>}
                {row.isAlarm && <Pill kind="bad">Look within 2 hours</Pill>}
              </p>
              <p className="text-sm text-muted">
                {CATEGORY_RULES[row.category].label} · {partName(row.part, row.subject)} ·{' '}
                {plural(row.reports, 'report')}
              </p>
              <Clock reportCase={row} now={now} />
            </div>
            <ButtonLink
              size="small"
              to={`/admin/reports/${row._id}`}
              aria-label={`Open the report of ${row.title}: ${CATEGORY_RULES[row.category].label}`}
            >
              Open
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ClockProps = { reportCase: AdminCase; now: Date }

function Clock({ reportCase: { closedAt, outcome, dueAt, isLookedAt }, now }: ClockProps) {
  if (closedAt)
    return (
      <p className="text-sm text-muted">
        {outcome === 'acted' ? 'We acted' : 'Left as it was'}, {showUtcMoment(closedAt)}
      </p>
    )
  const isLate = isOverdue(dueAt, now)
  return (
    <p className={`text-sm ${isLate ? 'font-650 text-bad' : 'text-muted'}`}>
      {dueText(dueAt, now, isLookedAt ? 'Decision' : 'First look')}
    </p>
  )
}
