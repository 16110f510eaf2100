import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { CATEGORY_RULES, isSafetyCategory, reportNumber } from '@nofiller/contract/reports/report-rules'
import { type NotNull, sql } from 'kysely'
import type { Kind } from '../../confirmations/confirm.ts'
import { findReported } from '../../moderation/reported.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { refusePaused } from '../decisions/unfounded.ts'
import { countReport } from './count-report.ts'

/** Reports without an account, which count once their address is confirmed. */
export const unconfirmedReports: Kind = { find, confirm, findOldLink }

async function find(db: Queryable, email: string) {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'number', 'category', 'confirmed_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('reporter_id', 'is', null)
    .where(isRecent)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, number, category, confirmed_at }) => ({
    id,
    number: reportNumber(number),
    about: CATEGORY_RULES[category].label,
    isConfirmed: confirmed_at !== null,
  }))
}

const isRecent = sql<boolean>`created_at > now() - ${RETENTION.unconfirmedReports.after}::interval`

/** Links of earlier releases named one report; those of the last day still work. */
async function findOldLink(db: Queryable, token: string) {
  const report = await db
    .selectFrom('reports')
    .select(['number', 'email'])
    .where('confirm_hash', '=', sha256(token))
    .where(isRecent)
    .where('email', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  return report && { email: report.email, number: reportNumber(report.number) }
}

/** @throws HttpError 403 `reporting_paused`, 404 when the reported part is gone */
async function confirm(store: Store, id: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('reports')
      .select(['category', 'email', 'subject_kind', 'subject_id', 'part', 'confirmed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!report || report.confirmed_at) return
    // Checked only here, so nobody learns of another's pause.
    if (!isSafetyCategory(report.category)) await refusePaused(tx, { email: report.email, accountId: null })
    await findReported(tx, { subject: report.subject_kind, id: report.subject_id, part: report.part })
    await tx.updateTable('reports').set({ confirmed_at: sql<Date>`now()` }).where('id', '=', id).execute()
    await countReport(store, tx, id)
  })
}

/** Deletes reports that nobody confirmed in time. Those of the safety queue count unconfirmed, and stay. */
export async function purgeUnconfirmed(db: Database): Promise<void> {
  await sql`delete from reports where case_id is null and created_at < now() - ${RETENTION.unconfirmedReports.after}::interval`.execute(
    db,
  )
}
