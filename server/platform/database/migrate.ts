import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { onConnection } from './connection.ts'
import { hearErrors } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The committed SQL files, in the order of their names; forward only. */
const files: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      const statements = await readFile(new URL(name, FOLDER), 'utf8')
      migrations[name.replace('.sql', '')] = {
        up: async (db) => void (await sql.raw(statements).execute(db)),
      }
    }
    return migrations
  },
}

/**
 * Brings the database to the newest schema, on a connection without time-outs. Processes that start together do so in turn.
 * Each migration is a transaction of its own, so that the locks of a quick one do not last as long as a long one after it.
 * A database that a newer version has migrated stays as it is: migrations add first and remove a release later, so that the
 * version before still runs on it, during an upgrade and after going back.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const { pending, unknown } = await migrationsLeft(databaseUrl)
  if (pending.length === 0 && unknown.length > 0) return
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  hearErrors(pool, () => undefined) // the migration that one breaks fails
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: files })
  try {
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw error
      if (results.length === 0) return
    }
  } finally {
    await db.destroy()
  }
}

/**
 * Compares the database with the migrations of this version, and changes nothing.
 * @returns the names of those it has not had, and of those it had from a newer version
 */
export async function migrationsLeft(databaseUrl: string): Promise<{ pending: string[]; unknown: string[] }> {
  const known = Object.keys(await files.getMigrations()).sort()
  const done = await onConnection({ connectionString: databaseUrl }, migrationsDone)
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  }
}

/** The names of all migrations that a database has had, of whatever version. */
export async function migrationsDone(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    `select from pg_class where oid = to_regclass('kysely_migration')`,
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}
