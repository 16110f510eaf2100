import { normalEmail } from '@nofiller/contract/accounts/account-rules'
import {
  CATEGORY_RULES,
  categoriesOf,
  isSafetyCategory,
  REPORT_TEXT,
  reportNumber,
  reportProblems,
} from '@nofiller/contract/reports/report-rules'
import type { NewReport, ReportAnswer } from '@nofiller/contract/reports/reports'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { askToConfirm } from '../../confirmations/ask-to-confirm.ts'
import { findReported, refuseUnseen } from '../../moderation/reported.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { forbidden, unprocessable } from '../../platform/http/errors/errors.ts'
import { addressKey } from '../../platform/http/rate-limits.ts'
import { hmac } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { refusePaused } from '../decisions/unfounded.ts'
import { receivedMail } from '../emails.ts'
import { addReportPictures, encodeReportPictures } from '../evidence/report-pictures.ts'
import { countReport } from './count-report.ts'

/** The reporter: an account or unknown, with network and browser. */
export type Reporter = {
  account: { id: string; email: string } | null
  address: string
  browser: string
}

/**
 * Receives a report. An account's report counts at once, any other once its address is confirmed; reports about minors or a
 * real person are always queued.
 * @param files up to 5 attached pictures
 * @throws HttpError 403 `reporting_paused`, `own_review`, 404 when the reported part does not exist, 422
 */
export async function sendReport(
  store: Store,
  reporter: Reporter,
  report: NewReport,
  files: readonly FilePart[],
): Promise<ReportAnswer> {
  refuseWrong(report, reporter.account !== null, files.length)
  const email = reporter.account?.email ?? (report.email.trim() ? normalEmail(report.email.trim()) : null)
  if (reporter.account && !isSafetyCategory(report.category))
    await refusePaused(store.db, { email, accountId: reporter.account.id })
  const pictures = await encodeReportPictures(files)
  const isOnlyTyped = reporter.account === null && email !== null
  const number = await store.db.transaction().execute(async (tx) => {
    const { id, number } = await addReport(store, tx, reporter, report, email)
    await addReportPictures(tx, id, pictures)
    if (reporter.account || isSafetyCategory(report.category)) await countReport(store, tx, id)
    const named = { number: reportNumber(number), category: report.category }
    if (isOnlyTyped)
      await askToConfirm(store, tx, email, {
        number: named.number,
        name: 'report',
        deed: `reported: ${CATEGORY_RULES[report.category].label},`,
      })
    else if (email) await store.mail.queue(tx, receivedMail(store.config, email, named))
    return named.number
  })
  return { number, confirm: isOnlyTyped }
}

function refuseWrong(report: NewReport, isSignedIn: boolean, pictures: number): void {
  const problems = reportProblems({ ...report, pictures }, isSignedIn)
  if (report.subject === 'review' && !categoriesOf('review').includes(report.category))
    problems.category ??= REPORT_TEXT.aboutGame
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
}

async function addReport(
  { hashKeys }: Store,
  tx: Tx,
  { account, address, browser }: Reporter,
  report: NewReport,
  email: string | null,
) {
  await refuseUnseen(tx, account, report)
  const { snapshot } = await findReported(tx, report)
  if (report.subject === 'review' && account !== null && snapshot.developerId === account.id)
    throw forbidden(REPORT_TEXT.ownReview, 'own_review')
  const [key] = hashKeys.reporter
  return tx
    .insertInto('reports')
    .values({
      id: uuid(),
      subject_kind: report.subject,
      subject_id: report.id,
      part: report.part,
      category: report.category,
      text: report.text.trim(),
      reported_for: report.reportedFor,
      signature: report.signature.trim() || null,
      snapshot: JSON.stringify(snapshot),
      reporter_id: account?.id ?? null,
      email,
      network_hash: hmac(key, addressKey(address)),
      browser_hash: hmac(key, browser),
      ...(account && { confirmed_at: sql<Date>`now()` }),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}
