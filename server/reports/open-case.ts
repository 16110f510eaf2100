import type { AdminCaseDetail } from '@nofiller/contract/reports'
import { readRules } from '../content/rules.ts'
import type { Database } from '../platform/database/database.ts'
import { findCaseSubject } from './case-subject.ts'
import { findReportCase } from './queue.ts'

/** Everything an admin needs to decide a case. @throws HttpError 403 `safety_only`, 404 */
export async function openReportCase(
  db: Database,
  adminId: string,
  caseId: string,
): Promise<AdminCaseDetail> {
  const found = await findReportCase(db, adminId, caseId)
  const [subject, rules] = await Promise.all([findCaseSubject(db, found), readRules()])
  return { ...found, ...subject, rules }
}
