import { isSafetyCategory, reportNumber } from '@nofiller/contract/moderation/report-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { refusePaused } from '../decisions/unfounded.ts'
import { countReport } from './count-report.ts'

/**
 * Confirms the email address of a report, which then counts. A second time changes nothing.
 * @throws HttpError 403 `reporting_paused`; 400 `invalid_token` when no report has it, or no longer; 404 when what was reported is gone
 */
export async function confirmReport(store: Store, token: string): Promise<string> {
  return store.db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('reports')
      .select(['id', 'number', 'category', 'email', 'confirmed_at'])
      .where('confirm_hash', '=', sha256(token))
      .forUpdate()
      .executeTakeFirst()
    if (!report)
      throw badRequest('invalid_token', 'This link no longer works. Links end after 24 hours: report again.')
    if (!report.confirmed_at) {
      // Only here, so that nobody learns of the pause of another.
      if (!isSafetyCategory(report.category)) await refusePaused(tx, report.email)
      await tx
        .updateTable('reports')
        .set({ confirmed_at: sql<Date>`now()` })
        .where('id', '=', report.id)
        .execute()
      await countReport(store, tx, report.id)
    }
    return reportNumber(report.number)
  })
}

/** Deletes reports that nobody confirmed in time. Those of the safety queue count unconfirmed, and stay. */
export async function dropUnconfirmed(db: Database): Promise<void> {
  await sql`delete from reports where case_id is null and created_at < now() - ${RETENTION.unconfirmedReports.after}::interval`.execute(
    db,
  )
}
