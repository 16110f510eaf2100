import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** Starts the job that counts all reviews anew, once a night. */
export const startCountingReviews = ({ db, jobs }: Store): Promise<void> =>
  jobs.schedule('count-reviews', '20 3 * * *', async () => void (await countReviews(db)))

/** Games of one transaction: while they are counted their reviews wait. */
const PIECE = 2_000

/**
 * Weighs, orders and counts all reviews anew, by the SQL that each change runs: what only time changes comes in so, such as the
 * seventh day of an account and the year after somebody left a team.
 * @returns how many reviews and games it changed
 */
export async function countReviews(db: Database, piece = PIECE): Promise<number> {
  let changed = 0
  let after: string | null = null
  for (;;) {
    const ids: string[] = await gamesAfter(db, after, piece)
    if (ids.length > 0) changed += await repair(db, ids)
    after = ids.at(-1) ?? null
    if (ids.length < piece) return changed
  }
}

const gamesAfter = async (db: Database, after: string | null, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('games')
    .select('id')
    .$if(after !== null, (later) => later.where('id', '>', after))
    .where((is) =>
      is.or([
        is('reviews_shown', '>', 0),
        is.exists(is.selectFrom('reviews').select('id').whereRef('reviews.game_id', '=', 'games.id')),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

async function repair(db: Database, gameIds: string[]): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select repair_reviews(${sql.val(gameIds)}::uuid[]) as changed`.execute(db)
  return rows[0]?.changed ?? 0
}
