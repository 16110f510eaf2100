import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Removes the reporters from reports that were decided long ago. The reports stay, also in their sender's list. */
export async function purgeReporters(db: Database): Promise<void> {
  const decidedBefore = sql`select id from report_cases where closed_at < now() - ${RETENTION.reporters.after}::interval`
  await sql`update reports set email = null, signature = null, network_hash = '', browser_hash = ''
    where (email is not null or signature is not null or network_hash <> '') and case_id in (${decidedBefore})`.execute(
    db,
  )
  await sql`update game_holds set email = null where email is not null and case_id in (${decidedBefore})`.execute(
    db,
  )
  await sql`delete from reporter_measures where given_at < now() - ${RETENTION.reporters.after}::interval`.execute(
    db,
  )
}

/** Deletes decided cases with their reports and holds. */
export async function purgeReports(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from report_cases
      where closed_at < now() - ${RETENTION.reports.after}::interval
        and not exists (select from game_holds where case_id = report_cases.id and ended_at is null)
      for update`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    await tx.deleteFrom('game_holds').where('case_id', 'in', ids).execute()
    await tx.deleteFrom('reports').where('case_id', 'in', ids).execute()
    await tx.deleteFrom('report_cases').where('id', 'in', ids).execute()
  })
}
