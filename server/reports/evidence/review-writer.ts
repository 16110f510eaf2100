import type { ReviewWriter } from '@nofiller/contract/reports/reports'
import { type Actor, audit } from '../../platform/database/audit.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { auditedSubject, findReportCase } from '../queue.ts'

/**
 * Who wrote a reported review, while its case is open and nowhere else (RV14). Each look is logged, with the case and without
 * the writer: others read that log. Nobody makes a case for it: who reported the review is not told.
 * @throws HttpError 403 `own_case`, `safety_only`, 404 for any other case and once the account was deleted, 409 `already_decided`
 */
export async function seeWriter(
  { db }: Pick<Store, 'db'>,
  actor: Actor & { id: string },
  caseId: string,
): Promise<ReviewWriter> {
  return db.transaction().execute(async (tx) => {
    const reporters = await tx
      .selectFrom('reports')
      .select('reporter_id')
      .where('case_id', '=', caseId)
      .execute()
    const looker = await refuseOwn(
      tx,
      actor,
      reporters.map(({ reporter_id }) => reporter_id),
    )
    const reportCase = await findReportCase(tx, actor.id, caseId)
    const { developerId, part } = reportCase
    if (reportCase.subject !== 'review' || part === 'answer' || developerId === null)
      throw notFound('Nobody is known as the writer.')
    // Decided meanwhile or not: the row says so until this look is written down.
    const open = await tx
      .selectFrom('report_cases')
      .select('id')
      .where('id', '=', caseId)
      .where('closed_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!open) throw conflict('already_decided', 'This report has already been decided.')
    const writer = await tx
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where('id', '=', developerId)
      .executeTakeFirstOrThrow()
    await audit(tx, looker, {
      action: 'review_writer_seen',
      ...auditedSubject(reportCase),
      reason: null,
      after: { case: caseId, category: reportCase.category, part },
    })
    return { _id: writer.id, username: writer.username }
  })
}
