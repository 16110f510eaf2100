import { gamePath } from '@nofiller/contract/catalog/paths'
import { isNoticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import { CATEGORY_RULES, partName } from '@nofiller/contract/reports/report-rules'
import type { AdminCaseDetail } from '@nofiller/contract/reports/reports'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useParams } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { DecideReport } from '../../features/admin/reports/decide-report.tsx'
import { dueText, isOverdue } from '../../features/admin/reports/due.ts'
import { Evidence } from '../../features/admin/reports/evidence.tsx'
import { ReviewWriter } from '../../features/admin/reports/review-writer.tsx'
import { SealedEvidence } from '../../features/admin/reports/sealed-evidence.tsx'
import { SentPictures } from '../../features/admin/reports/sent-pictures.tsx'
import { Unfounded } from '../../features/admin/reports/unfounded.tsx'
import { WorkColumns, WorkPage, WorkPanel } from '../../features/admin/work-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Report')

const NoticeWork = lazyPart(() => import('../../features/admin/reports/notice-work.tsx'))

/** A report's case by its id, or a copyright notice by its number. */
export default function AdminReport() {
  const { id = '' } = useParams()
  return isNoticeNumber(id) ? <NoticeWork number={id} /> : <Case id={id} />
}

/** Its reporters' texts, the reported part, and the decision beside it. */
function Case({ id }: { id: string }) {
  const detail = useCall('GET /api/admin/reports/:id', { params: { id }, refetchOnWindowFocus: 'always' })
  return (
    <WorkPage
      back={{ to: '/admin/reports', label: 'Reports' }}
      title={detail.data?.title ?? 'Report'}
      state={detail.data && <State reportCase={detail.data} />}
    >
      <QueryView query={detail} error="Failed to load the report">
        {(shown) => (
          <WorkColumns
            sidebar={
              <>
                <DecideReport reportCase={shown} />
                {shown.sealed && <SealedEvidence game={shown.sealed} title="Sealed evidence" />}
              </>
            }
          >
            <Said reportCase={shown} />
            <Evidence key={shown._id} id={shown._id} hasPictures={shown.subject !== 'review'} />
            {isOfWriter(shown) && <ReviewWriter key={`writer ${shown._id}`} id={shown._id} />}
          </WorkColumns>
        )}
      </QueryView>
    </WorkPage>
  )
}

/** Of an open case about a review itself; whose the answer is everybody reads. */
const isOfWriter = ({ subject, part, closedAt }: AdminCaseDetail): boolean =>
  subject === 'review' && part !== 'answer' && closedAt === null

const State = ({ reportCase }: { reportCase: AdminCaseDetail }) => (
  <>
    {reportCase.isHeld && <Pill kind="bad">On hold</Pill>}
    <span>
      {CATEGORY_RULES[reportCase.category].label} · {partName(reportCase.part, reportCase.subject)}
    </span>
    {!reportCase.closedAt && <Due at={reportCase.dueAt} />}
  </>
)

function Due({ at }: { at: string }) {
  const now = currentTime()
  return <span className={isOverdue(at, now) ? 'font-650 text-bad' : ''}>{dueText(at, now)}</span>
}

function pageOf({ subject, subjectId, gameId }: AdminCaseDetail): string {
  if (subject === 'developer') return `/admin/users/${subjectId}`
  return gameId === null ? gamePath(subjectId) : `${gamePath(gameId)}#reviews`
}

const Said = ({ reportCase }: { reportCase: AdminCaseDetail }) => (
  <WorkPanel
    title={reportCase.said.length === 1 ? '1 report' : `${reportCase.reports} reports`}
    link={<TextLink to={pageOf(reportCase)}>Open the page</TextLink>}
  >
    <ul className="grid divide-y divide-line">
      {reportCase.said.map((each) => (
        <li key={each.number} className="grid gap-2.5 py-4 first:pt-0 last:pb-0">
          <p className="text-sm text-muted wrap-anywhere">
            {each.number} · {each.email ?? 'No contact'}
            {each.isConfirmed ? '' : ' (not confirmed)'}
            {each.signature && ` · signed ${each.signature}`}
            {each.reportedFor === 'somebody' && ' · for someone else'} · {showUtcMoment(each.createdAt)}
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {each.text}
          </p>
          <SentPictures caseId={reportCase._id} number={each.number} pictures={each.pictures} />
          <Unfounded caseId={reportCase._id} isDismissed={reportCase.outcome === 'left'} report={each} />
        </li>
      ))}
    </ul>
  </WorkPanel>
)
