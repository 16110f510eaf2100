import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Deletes decisions with their appeals, and ended reviews. A decision with a younger appeal stays. */
export async function purgeApprovals(db: Database): Promise<void> {
  const { after } = RETENTION.reviews
  await db.transaction().execute(async (tx) => {
    await sql`delete from appeals where decided_at < now() - ${after}::interval`.execute(tx)
    await sql`delete from moderation_decisions where decided_at < now() - ${after}::interval
      and not exists (select from appeals where moderation_decisions.id in (decision_id, reporter_decision_id))`.execute(
      tx,
    )
    await sql`delete from game_reviews where decided_at < now() - ${after}::interval`.execute(tx)
  })
}
