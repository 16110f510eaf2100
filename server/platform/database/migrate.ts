import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { ownVersion, showVersion } from '../version.ts'
import { onConnection } from './connection.ts'
import { hearErrors } from './database.ts'
import type { Tables } from './tables.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The committed SQL files, sorted by name; forward only. */
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

/** Thrown, with a text for the owner, when a database has unknown migrations and lacks some of this version's. */
export class OtherVersion extends Error {}

/**
 * Brings the database to the newest schema, on a connection without timeouts. Processes that start together take turns.
 * Each migration is its own transaction, so a quick one does not hold its locks during a long one after it.
 * A database that a newer version has migrated stays as it is: migrations add first and remove a release later, so the
 * previous version still runs on it, during an upgrade and after a rollback.
 * @returns a notice about such a database for the owner; null when it is of this version
 * @throws OtherVersion
 */
export async function migrate(databaseUrl: string): Promise<string | null> {
  const { pending, unknown } = await migrationsLeft(databaseUrl)
  if (unknown.length > 0) {
    const sentence = await newerVersion(databaseUrl, unknown)
    if (pending.length > 0)
      throw new OtherVersion(
        `${sentence} It lacks ${pending.join(', ')}, so this version cannot run on it: start that one, or restore a backup of this one, see docs/operating.md.`,
      )
    return `${sentence} This one runs on it as far as it can: go back no further than one version.`
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  hearErrors(pool, () => undefined) // fails on purpose if the migration has broken something
  const db = new Kysely<Pick<Tables, 'migration_versions'>>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: files })
  const done: string[] = []
  try {
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw error
      if (results.length === 0) break
      done.push(...results.map(({ migrationName }) => migrationName))
    }
    const version = showVersion(ownVersion())
    for (const migration of done)
      await db.insertInto('migration_versions').values({ migration, version }).execute()
    return null
  } finally {
    await db.destroy()
  }
}

/** Names the version of a database that has unknown migrations. */
async function newerVersion(databaseUrl: string, unknown: readonly string[]): Promise<string> {
  const version = await versionThatAdded(databaseUrl, unknown)
  return `This database is of a newer version${version ? ` (${version})` : ''}, which added ${unknown.join(', ')}; this version is ${showVersion(ownVersion())}.`
}

/** The version of the last of some migrations, if known. */
export const versionThatAdded = (
  databaseUrl: string,
  migrations: readonly string[],
): Promise<string | null> =>
  onConnection({ connectionString: databaseUrl }, async (client) => {
    const { rows: tables } = await client.query(
      `select from pg_class where oid = to_regclass('migration_versions')`,
    )
    if (tables.length === 0) return null
    const { rows } = await client.query<{ version: string }>(
      'select version from migration_versions where migration = any($1) order by migration desc limit 1',
      [migrations],
    )
    return rows[0]?.version ?? null
  })

/**
 * Compares the database with the migrations of this version, and changes nothing.
 * @returns the names of missing migrations, and of those from a newer version
 */
export async function migrationsLeft(databaseUrl: string): Promise<{ pending: string[]; unknown: string[] }> {
  const known = Object.keys(await files.getMigrations()).sort()
  const done = await onConnection({ connectionString: databaseUrl }, migrationsDone)
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  }
}

/** The names of all migrations of a database, of any version. */
export async function migrationsDone(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    `select from pg_class where oid = to_regclass('kysely_migration')`,
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}
