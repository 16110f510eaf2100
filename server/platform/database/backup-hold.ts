import { sql } from 'kysely'
import { onConnection } from './connection.ts'
import type { Queryable } from './database.ts'

const HOLD = 'files are being backed up'

/**
 * Holds the removal of files off while a store is copied: what its database names is there when its files are read.
 * @throws Error while another backup runs, or when the hold was lost meanwhile
 */
export const holdingRemovals = <const Copied>(
  databaseUrl: string,
  copy: () => Promise<Copied>,
): Promise<Copied> =>
  onConnection({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [HOLD])
    if (!rows[0].held) throw new Error('Another backup of this store is running: wait until it has ended.')
    const copied = await copy()
    await client.query('select') // fails on a connection that broke meanwhile, and the hold with it
    return copied
  })

/** Whether files must stay for now. The lock is let go of at once. */
export async function areRemovalsHeld(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean
  }>`select pg_try_advisory_xact_lock_shared(hashtext(${HOLD})) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}
