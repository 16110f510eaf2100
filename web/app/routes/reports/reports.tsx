import { CATEGORY_RULES, partName, type ReportState } from '@nofiller/contract/reports/report-rules'
import type { OwnReport } from '@nofiller/contract/reports/reports'
import { showDate } from '@nofiller/contract/text/time'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { AppealForm, AppealShown } from '../../features/moderation/appeals/appeal-form.tsx'
import { titled } from '../../shell/store-info.ts'
import { Button } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('My reports')

/** The user's own reports, with their results. */
export default function Reports() {
  const reports = useCall('GET /api/reports/mine', {})
  return (
    <Page title="My reports">
      <QueryView query={reports} error="Failed to load your reports">
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">
              You haven’t reported anything. Every game and developer page has a link for it.
            </p>
          ) : (
            <ul className="grid gap-4">
              {rows.map((report) => (
                <li key={report.number}>
                  <ReportPanel report={report} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  )
}

const STATES: Record<ReportState, string> = {
  received: 'Received',
  looking: 'Being looked at',
  acted: 'Decided: action taken',
  left: 'Decided: no action taken',
}

const ReportPanel = ({ report }: { report: OwnReport }) => (
  <Panel className="grid gap-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-md/6 font-650 wrap-anywhere">
        {report.number} · {report.title}
      </h2>
      <b className="font-650">{STATES[report.state]}</b>
    </div>
    <p className="text-sm text-muted">
      {CATEGORY_RULES[report.category].label} · {partName(report.part, report.subject)} ·{' '}
      <time dateTime={report.createdAt}>{showDate(report.createdAt)}</time>
    </p>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {report.text}
    </p>
    {report.answer && (
      <p dir="auto" className="border-l-2 border-accent pl-3 whitespace-pre-line wrap-anywhere">
        {report.answer}
      </p>
    )}
    {report.unfounded && <p className="text-sm text-muted">Unfounded: {report.unfounded}</p>}
    {report.appeal && <AppealShown appeal={report.appeal} />}
    {report.appealUntil && currentTime() < new Date(report.appealUntil) && (
      <ReportAppeal number={report.number} until={report.appealUntil} />
    )}
  </Panel>
)

function ReportAppeal({ number, until }: { number: string; until: string }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button
        size="small"
        className="justify-self-start"
        aria-label={`Appeal the decision about ${number}`}
        onClick={() => setOpen(true)}
      >
        Appeal the decision
      </Button>
    )
  return (
    <AppealForm
      until={until}
      hours={null}
      send={(text) => call('POST /api/reports/:number/appeal', { params: { number }, body: { text } })}
      onSent={() => client.invalidateQueries({ queryKey: ['GET /api/reports/mine'] })}
    />
  )
}
