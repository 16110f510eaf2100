import type { AdminCaseDetail } from '@nofiller/contract/reports/reports'
import { readRules } from '../content/rules.ts'
import type { Database } from '../platform/database/database.ts'
import type { OwnCase } from '../platform/database/own-case.ts'
import type { Store } from '../store.ts'
import { findCaseSubject } from './case-subject.ts'
import { findOwnReportCases, findReportCase } from './queue.ts'
import { showSealed } from './sealed/sealed-games.ts'

/** Everything an admin needs to decide a case; not who wrote a review, which `seeWriter` tells. @throws HttpError 403 `safety_only`, 404 */
export async function openReportCase(
  store: Store,
  adminId: string,
  caseId: string,
): Promise<AdminCaseDetail> {
  const { db } = store
  const reportCase = await findReportCase(db, adminId, caseId)
  const [subject, rules, sealed] = await Promise.all([
    findCaseSubject(db, reportCase),
    readRules(store.config),
    showSealed(store, adminId, reportCase.subjectId),
  ])
  const isReview = reportCase.subject === 'review' && reportCase.part !== 'answer'
  return {
    ...reportCase,
    ...subject,
    developerId: isReview ? null : reportCase.developerId,
    rules,
    sealed,
  }
}

/** Open cases about the admin's own content or reports, with what their decision names. */
export async function ownReports(db: Database, adminId: string): Promise<OwnCase[]> {
  const cases = await findOwnReportCases(db, adminId)
  return Promise.all(
    cases.map(async (own) => ({
      since: own.openedAt,
      what: `report about ${own.title}`,
      call: `POST /api/admin/reports/${own._id}/decision`,
      body: { revision: (await findCaseSubject(db, own)).revision },
    })),
  )
}
