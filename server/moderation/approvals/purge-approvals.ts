import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Deletes decisions with their appeals, and ended reviews. One with a younger appeal stays, and one by which something is still removed. */
export async function purgeApprovals(db: Database): Promise<void> {
  const { after } = RETENTION.reviews
  await db.transaction().execute(async (tx) => {
    await sql`delete from appeals where decided_at < now() - ${after}::interval`.execute(tx)
    await sql`delete from moderation_decisions where decided_at < now() - ${after}::interval
      and not exists (select from appeals where moderation_decisions.id in (decision_id, reporter_decision_id, writer_decision_id))
      and not exists (select from posts where removed_by = moderation_decisions.id)
      and not exists (select from reviews where removed_by = moderation_decisions.id)
      and not exists (select from reviews where text_removed_by = moderation_decisions.id)
      and not exists (select from reviews where username_removed_by = moderation_decisions.id)
      and not exists (select from review_answers where removed_by = moderation_decisions.id)
      and not exists (select from pen_names where removed_by = moderation_decisions.id)
      and not exists (select from review_surges where decision_id = moderation_decisions.id)`.execute(tx)
    await sql`delete from game_reviews where decided_at < now() - ${after}::interval`.execute(tx)
  })
}
