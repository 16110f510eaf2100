import { numberOfReport } from '@nofiller/contract/reports/report-rules'
import { addAppeal } from '../../moderation/appeals/send-appeal.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { reportInLink } from '../emails.ts'

/** The appellant: an account, or anyone with the emailed link. */
type Reporter = { accountId: string | null; token: string }

/**
 * Appeals the decision about a report, whether the store acted or not; of all reporters of one part, one can appeal.
 * @throws HttpError 404, 409 `not_decided`, `too_late_to_appeal`, `already_appealed`
 */
export async function sendReporterAppeal(
  store: Store,
  { accountId, token }: Reporter,
  number: string,
  text: string,
): Promise<void> {
  const isOfLink = reportInLink(store.config, token) === number
  const report = await store.db
    .selectFrom('reports')
    .select(['id', 'case_id'])
    .where('number', '=', numberOfReport(number))
    .where((is) => is.or([is.val(isOfLink), is('reporter_id', '=', accountId)]))
    .executeTakeFirst()
  if (!report) throw notFound('There is no such report of yours.')
  const decision = report.case_id === null ? null : await lastDecision(store, report.case_id)
  if (!decision) throw conflict('not_decided', 'Your report is not decided yet.')
  await addAppeal(
    store.db,
    { ...decision, appellantId: decision.developer_id },
    { column: 'reporter_decision_id', reportId: report.id },
    text,
    store.clock(),
  )
  store.log.info({ report: number, decisionId: decision.id, by: accountId }, 'decision appealed')
}

/** For a case that was not reopened since. */
const lastDecision = ({ db }: Store, caseId: string) =>
  db
    .selectFrom('moderation_decisions')
    .innerJoin('report_cases', 'report_cases.id', 'case_id')
    .select(['moderation_decisions.id', 'decided_by', 'decided_at', 'developer_id', 'is_safety'])
    .where('case_id', '=', caseId)
    .where('closed_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
