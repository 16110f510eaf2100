import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** Starts the job that counts all reviews anew, once a night. */
export const startCountingReviews = ({ db, jobs }: Store): Promise<void> =>
  jobs.schedule('count-reviews', '20 3 * * *', async () => void (await countReviews(db)))

/** Reviews of one transaction, in games of at least one: while they are counted they wait, and what sells these games too. */
const PIECE = 2_000
/** For one game with more reviews than others have together. */
const STATEMENT_TIME = '1min'

/**
 * Weighs, orders and counts all reviews anew, by the SQL that each change runs: what only time changes comes in so, such as the
 * seventh day of an account and the year after somebody left a team. A piece that fails does not keep the next ones waiting.
 * @returns how many reviews and games it changed
 * @throws AggregateError at the end, if pieces failed
 */
export async function countReviews(db: Database, piece = PIECE): Promise<number> {
  const errors: unknown[] = []
  let changed = 0
  let after: string | null = null
  for (;;) {
    const ids: string[] = await gamesAfter(db, after, piece)
    if (ids.length === 0) break
    changed += await repair(db, ids).catch((error) => {
      errors.push(error)
      return 0
    })
    after = ids.at(-1) ?? null
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} pieces of reviews were not counted`)
  return changed
}

/** The next games that have reviews, as many as have that many together. */
async function gamesAfter(db: Database, after: string | null, reviews: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct game_id as id from (
      select game_id from reviews where ${after === null ? sql`true` : sql`game_id > ${after}`}
      order by game_id limit ${reviews}
    ) as next
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

const repair = (db: Database, gameIds: string[]): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIME)}`.execute(tx)
    const { rows } = await sql<{ changed: number }>`
      select repair_reviews(${sql.val(gameIds)}::uuid[]) as changed`.execute(tx)
    return rows[0]?.changed ?? 0
  })
