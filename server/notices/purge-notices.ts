import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Removes notices beyond their period, the news of games that they told, and what orders told of a wishlist. */
export async function purgeNotices(db: Database): Promise<void> {
  await sql`delete from notices where created_at < now() - ${RETENTION.notices.after}::interval`.execute(db)
  await sql`delete from wishlist_news where created_at < now() - ${RETENTION.notices.after}::interval`.execute(
    db,
  )
  await sql`delete from bought_wishes where created_at < now() - ${RETENTION.notices.after}::interval`.execute(
    db,
  )
}
