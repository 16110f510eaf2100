import { sql } from 'kysely'
import { onConnection } from './connection.ts'
import type { Queryable } from './database.ts'

const HOLD = 'files are being backed up'

/**
 * Blocks the removal of files during a backup: files named in the copied database still exist when they are copied.
 * @throws Error while another backup runs, or when the lock was lost meanwhile
 */
export const holdingRemovals = <const Copied>(
  databaseUrl: string,
  copy: () => Promise<Copied>,
): Promise<Copied> =>
  onConnection({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [HOLD])
    if (!rows[0].held) throw new Error('Another backup of this store is running: wait until it has ended.')
    const copied = await copy()
    await client.query('select') // fails if the connection broke meanwhile, which releases the lock
    return copied
  })

/** Whether files must not be removed now. The lock is released at once. */
export async function areRemovalsHeld(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean
  }>`select pg_try_advisory_xact_lock_shared(hashtext(${HOLD})) as "isFree"`.execute(db)
  return rows[0]?.isFree === false
}
