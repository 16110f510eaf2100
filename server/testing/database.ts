import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { SESSION } from '../platform/database/database.ts'

export const TEMPLATE = 'template_of_tests'

export const databaseUrl = (serverUrl: string, name: string): string =>
  serverUrl.replace('/postgres?', `/${name}?`)

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of a test's own, of the newest schema, and how to drop it. */
export const freshDatabase = (): Promise<TestDatabase> => copyOf(TEMPLATE)

/** The same, whose sessions wait long for a lock: for tests that hold one while other work goes on, on whatever machine. */
export async function longLockTimeoutDatabase(): Promise<TestDatabase> {
  const timeout = '60s'
  const session = {
    ...SESSION,
    lock_timeout: timeout,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: timeout,
  }
  const options = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`)
  const { url, drop } = await freshDatabase()
  return { url: `${url}&options=${encodeURIComponent(options.join(' '))}`, drop }
}

/** One without any schema. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('template0')

const MIGRATIONS = new URL('../migrations/', import.meta.url)

export type MigratingDatabase = {
  client: pg.Client
  url: string
  /** Runs the migrations whose names lie in a span. */
  migrate(from: string, before: string): Promise<void>
  drop(): Promise<void>
}

/** A database that a test brings from one release to another. */
export async function migratingDatabase(): Promise<MigratingDatabase> {
  const { url, drop } = await emptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    client,
    url,
    migrate: async (from, before) => {
      const names = (await readdir(MIGRATIONS)).sort().filter((name) => name >= from && name < before)
      for (const name of names) await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
    },
    drop: async () => {
      await client.end()
      await drop()
    },
  }
}

/** One without any schema, with the C collation: it knows no letter beyond ASCII. */
export const asciiDatabase = (): Promise<TestDatabase> => copyOf("template0 locale 'C'")

/** By `file_copy`, because reading and logging each page takes about twice the processor time. */
async function copyOf(template: string): Promise<TestDatabase> {
  const serverUrl = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
