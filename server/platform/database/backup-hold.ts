import { sql } from 'kysely'
import pg from 'pg'
import type { Queryable } from './database.ts'

const HOLD = 'files are being backed up'

/**
 * Holds the removal of files off until the client is ended: what a backup's database names is there when its files are copied.
 * @throws Error while another backup runs
 */
export async function holdRemovals(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [HOLD])
  if (rows[0].held) return client
  await client.end()
  throw new Error('Another backup of this store is running: wait until it has ended.')
}

/** Whether files must stay for now. The lock is let go of at once. */
export async function areRemovalsHeld(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean
  }>`select pg_try_advisory_xact_lock_shared(hashtext(${HOLD})) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}
