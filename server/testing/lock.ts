import { sql } from 'kysely'
import { eventually, type TestStore } from './store.ts'

/** Waits until some session of the store waits for a lock that the test holds. */
export const untilLockIsAwaited = ({ db }: Pick<TestStore, 'db'>): Promise<boolean> =>
  eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  })
