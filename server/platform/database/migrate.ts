import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

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

/** Brings the database to the newest schema, on a connection without time-outs; processes that start together wait for each other on a lock. */
export async function migrate(databaseUrl: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 2 }) }),
  })
  const { error } = await new Migrator({ db, provider: files }).migrateToLatest().finally(() => db.destroy())
  if (error) throw error
}
