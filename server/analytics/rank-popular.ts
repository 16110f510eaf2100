import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** A longer statement time-out, because one statement reads the sales of 90 days. */
const STATEMENT_MS = 60_000

/** Ranks the games every ten minutes, so that no sale waits for the others of its game. */
export const startRanking = (store: Store): Promise<void> =>
  store.jobs.schedule('rank-popular', '*/10 * * * *', () =>
    store.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(tx)
      await rankPopular(tx)
    }),
  )

/** Updates the order of *popular*, by buyers' payments and claims of free games (requirements 4.11). */
export const rankPopular = async (db: Queryable): Promise<void> =>
  void (await sql`select rank_popular()`.execute(db))
