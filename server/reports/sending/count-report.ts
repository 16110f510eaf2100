import {
  isSafetyCategory,
  type ReportCategory,
  type ReportSubject,
  reportNumber,
} from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { findReported } from '../../moderation/reported.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ReportSnapshot } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { dueTimes } from '../decisions/due-times.ts'
import { outcomeMail } from '../emails.ts'
import { weighCase, whoReported } from '../holds/hold.ts'

/**
 * Adds a report to the open case of the same part and category, or opens one. A dismissed and unchanged part
 * is reopened only when twice as many people report it; until then its reporters get the earlier result.
 */
export async function countReport(store: Store, tx: Tx, reportId: string): Promise<void> {
  const report = await tx
    .selectFrom('reports')
    .select([
      'id',
      'number',
      'subject_kind',
      'subject_id',
      'part',
      'category',
      'email',
      'confirmed_at',
      'snapshot',
      'case_id',
    ])
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow()
  // One after the other per subject: the second of two first reports joins the case of the first, and counts with it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${report.subject_id}`}, 0))`.execute(tx)
  if (report.case_id) return weighCase(store, tx, report.case_id)
  const { contentHash } = await findReported(tx, {
    subject: report.subject_kind,
    id: report.subject_id,
    part: report.part,
  })
  const cleared = await findCleared(tx, report, contentHash)
  const caseId = cleared?.id ?? (await ensureCase(tx, report, contentHash))
  await tx.updateTable('reports').set({ case_id: caseId }).where('id', '=', report.id).execute()
  if (cleared && (await hasDoubled(tx, cleared.id))) await moveToNewCase(tx, report, contentHash)
  else if (cleared && report.email && report.confirmed_at)
    await store.mail.queue(
      tx,
      outcomeMail(store.config, report.email, reportNumber(report.number), {
        isActed: false,
        rule: null,
        answer: cleared.answer ?? '',
        isOwn: false,
      }),
    )
  const { case_id } = await tx
    .selectFrom('reports')
    .select('case_id')
    .where('id', '=', report.id)
    .executeTakeFirstOrThrow()
  if (case_id) await weighCase(store, tx, case_id)
}

type Report = {
  id: string
  subject_kind: ReportSubject
  subject_id: string
  part: string
  category: ReportCategory
  snapshot: ReportSnapshot
}

const sameMatter = (report: Report, table = 'report_cases') =>
  sql<boolean>`${sql.ref(`${table}.subject_kind`)} = ${report.subject_kind}
    and ${sql.ref(`${table}.subject_id`)} = ${report.subject_id}
    and ${sql.ref(`${table}.part`)} = ${report.part} and ${sql.ref(`${table}.category`)} = ${report.category}`

/** The last case of the same matter, if it was closed, dismissed, and the part is unchanged. */
async function findCleared(tx: Tx, report: Report, contentHash: Buffer) {
  const last = await tx
    .selectFrom('report_cases')
    .select(['id', 'outcome', 'answer', 'content_hash'])
    .where(sameMatter(report))
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.outcome === 'left' && last.content_hash.equals(contentHash) ? last : null
}

async function ensureCase(tx: Tx, report: Report, contentHash: Buffer): Promise<string> {
  const open = await tx
    .selectFrom('report_cases')
    .select('id')
    .where(sameMatter(report))
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return open?.id ?? openCase(tx, report, contentHash)
}

async function openCase(tx: Tx, report: Report, contentHash: Buffer): Promise<string> {
  const id = uuid()
  await tx
    .insertInto('report_cases')
    .values({
      id,
      subject_kind: report.subject_kind,
      subject_id: report.subject_id,
      part: report.part,
      category: report.category,
      is_safety: isSafetyCategory(report.category),
      content_hash: contentHash,
      snapshot: JSON.stringify(report.snapshot),
      ...dueTimes(report.category),
    })
    .execute()
  return id
}

/** Whether twice as many people reported something as when it was decided. */
async function hasDoubled(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ doubled: boolean }>`
    select count(distinct ${whoReported}) >= 2 * greatest(1, count(distinct ${whoReported}) filter
      (where reports.created_at <= report_cases.closed_at)) as doubled
    from reports join report_cases on report_cases.id = reports.case_id
    where reports.case_id = ${caseId} and reports.confirmed_at is not null
    group by report_cases.id`.execute(tx)
  return rows[0]?.doubled ?? false
}

/** Reporters since the decision now wait for another one. */
async function moveToNewCase(tx: Tx, report: Report, contentHash: Buffer): Promise<void> {
  const caseId = await openCase(tx, report, contentHash)
  await sql`
    update reports set case_id = ${caseId} from report_cases as decided
    where decided.id = reports.case_id and ${sameMatter(report, 'reports')}
      and reports.created_at > decided.closed_at`.execute(tx)
}
