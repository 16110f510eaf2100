import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

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

/** Brings the database to the newest schema; processes that start together wait for each other on a lock. */
export async function migrate(db: Database): Promise<void> {
  const { error } = await new Migrator({ db, provider: files }).migrateToLatest()
  if (error) throw error
}
