import { sql } from 'kysely'
import { onConnection } from './connection.ts'
import type { Queryable } from './database.ts'

/** A daily backup is overdue after this. */
export const BACKUP_LATE_SECONDS = 26 * 3_600

/** Seconds since the last complete backup; before the first one, since the store was installed. */
export const backupAge = sql<number>`extract(epoch from now() - coalesce(
  (select max(made_at) from backups), (select min(timestamp)::timestamptz from kysely_migration)))::float`

/** The time of the last complete backup, null before the first, and how long a store has been without one, in seconds. */
export async function lastBackup(db: Queryable): Promise<{ madeAt: Date | null; ageSeconds: number }> {
  const { rows } = await sql<{ madeAt: Date | null; ageSeconds: number }>`
    select (select max(made_at) from backups) as "madeAt", ${backupAge} as "ageSeconds"`.execute(db)
  const [backup] = rows
  if (!backup) throw new Error('a maximum is one row')
  return backup
}

/** In the database itself; an earlier version's, backed up for an upgrade, lacks this table. */
export const recordBackup = (databaseUrl: string, madeAt: string): Promise<void> =>
  onConnection({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query(`select to_regclass('backups') is not null as "isKnown"`)
    if (rows[0].isKnown) await client.query('insert into backups (made_at) values ($1)', [madeAt])
  })
