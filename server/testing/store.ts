/** A full store for one test file: its own database, folder and port, reached over real HTTP. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openParts, type Parts, startWork } from '../parts.ts'
import type { GuardedProvider } from '../payments/circuit-breaker.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Arrival } from '../platform/http/guard.ts'
import { createLog } from '../platform/telemetry/log.ts'
import type { Store } from '../store.ts'
import { builtPages } from '../web/page-source.ts'
import { type Client, clientOf } from './client.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

export type TestStore = Parts & {
  app: FastifyInstance
  db: Database
  /** Runs a statement and returns its rows. */
  sql<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** Runs a statement that returns one row at least, and returns the first. */
  row<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row>
  url: string
  databaseUrl: string
  dataDir: string
  /** Every line that was logged. */
  logged: string[]
  /** A caller who is not signed in. */
  nobody: Client
  /** Waits until no job is due or at work, so that what would have happened by then has happened. */
  drain(): Promise<void>
  /** Announces a change of the catalog, and waits until the store has forgotten what it cached of it. */
  forgetCatalog(): Promise<void>
  /** The emails sent to an address so far, oldest first. */
  mailsTo(address: string): Promise<Email[]>
  close(): Promise<void>
}

export type TestStoreOptions = {
  settings?: Record<string, string>
  clock?: Clock
  /** A fresh one unless given. */
  database?: TestDatabase
  /** `built` serves the web build beside the API. */
  pages?: 'built' | 'none'
  /** How long requests may take to arrive; as long as in production unless given. */
  arrival?: Arrival
}

/** The store of a test file: open before its tests, closed after them. */
export function useTestStore(options: TestStoreOptions | (() => Promise<TestStoreOptions>) = {}): TestStore {
  const test = {} as TestStore // filled before the first test
  beforeAll(async () => {
    Object.assign(test, await openTestStore(typeof options === 'function' ? await options() : options))
  })
  afterAll(() => test.close())
  return test
}

/** A store of one test, closed after it. */
export async function aStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const store = await openTestStore(options)
  onTestFinished(store.close)
  return store
}

/** The name of the day so many days ago. */
const weekdayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000)
    .toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase()

export async function openTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const database = options.database ?? (await freshDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'nofiller-test-'))
  const port = await freePort()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: '0',
    RATE_LIMIT_SCALE: '1000',
    PAYMENT_POLL_SCALE: '0.02',
    PAYOUT_POLL_SCALE: '0.02',
    OUTSIDE_REQUESTS: 'off',
    REVIEW_SAMPLE_PERCENT: '0', // chance has no place in tests
    PAYOUT_WEEKDAY: weekdayAgo(3), // no test meets the weekly run
    LOG_LEVEL: 'info',
    ...options.settings,
  })
  const logged: string[] = []
  const log = createLog(config.logLevel, { write: (line) => void logged.push(line) })
  const parts = await openParts(config, database.url, log, options.clock ?? systemClock)
  const stopWork = await startWork(parts)
  const app = await buildApp(parts, options.pages === 'built' ? builtPages : null, options.arrival)
  app.server.keepAliveTimeout = 600_000 // a starved machine sends on a connection that was idle for its 5 s
  await app.listen({ port: config.PORT, host: '127.0.0.1' })

  const { db } = parts.store
  const rowsOf: TestStore['sql'] = async <Row>(text: TemplateStringsArray, ...values: unknown[]) =>
    (await sql<Row>(text, ...values).execute(db)).rows
  return {
    ...parts,
    app,
    db,
    sql: rowsOf,
    row: async <Row>(text: TemplateStringsArray, ...values: unknown[]) => {
      const [row] = await rowsOf<Row>(text, ...values)
      if (row === undefined) throw new Error(`no row: ${text.join('…')}`)
      return row
    },
    url: config.selfUrl,
    databaseUrl: database.url,
    dataDir,
    logged,
    nobody: clientOf(config.selfUrl),
    forgetCatalog: catalogForgetter(parts.store),
    drain: () => eventually(() => jobsDone(db)).then(() => undefined),
    mailsTo: mailReader(join(dataDir, 'mail')),
    close: async () => {
      app.server.keepAliveTimeout = 1 // of those that are answered last
      const grace = setTimeout(() => app.server.closeAllConnections(), GRACE_MS) // some tests leave half an upload
      await app.close()
      clearTimeout(grace)
      await stopWork()
      await parts.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const GRACE_MS = 2_000

/** The preferred payment provider of a store. Its methods can be replaced. */
export function providerOf({ store }: Parts): GuardedProvider {
  const [first] = store.providers.values()
  if (!first) throw new Error('no payment provider is in use')
  return first
}

/**
 * Asks again until the answer is no longer null, undefined or false; gives up after two minutes, which only what hangs takes,
 * on however busy a machine. A pause is a tenth of what was waited, so that long waits cost as little as short ones.
 */
export async function eventually<T>(ask: () => Promise<T> | T, withinMs = 120_000): Promise<NonNullable<T>> {
  const startedAt = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    const waitedMs = Date.now() - startedAt
    if (waitedMs > withinMs) throw new Error(`not within ${withinMs} ms: ${ask}`)
    await sleep(Math.min(1_000, Math.max(10, waitedMs / 10)))
  }
}

/** Listens last, so that who hears its own announcement knows that all other listeners have heard it. */
function catalogForgetter({ db, catalogChanged }: Store): () => Promise<void> {
  const heard = new Set<string | null>()
  catalogChanged.onChange((subject) => void heard.add(subject))
  return async () => {
    const subject = randomUUID()
    await catalogChanged.announce(db, subject)
    await eventually(() => heard.delete(subject))
  }
}

/** Jobs that wait for their next try are not due; the queue's own are nobody's effect. */
async function jobsDone(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from jobs.job
    where name not like '\\_\\_pgboss%'
      and (state = 'active' or (state < 'active' and start_after <= now()))
    limit 1`.execute(db)
  return rows.length === 0
}

/** Reads the emails of a folder; each is parsed once, because a written email never changes. */
function mailReader(folder: string) {
  const parsed = new Map<string, Promise<Email>>()
  const parse = (name: string) => {
    const mail = parsed.get(name) ?? readFile(join(folder, name)).then((bytes) => PostalMime.parse(bytes))
    parsed.set(name, mail)
    return mail
  }
  return async (address: string): Promise<Email[]> => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    const emails = await Promise.all(names.map(parse))
    return emails.filter((mail) => mail.to?.some((to) => 'address' in to && to.address === address))
  }
}

const PORTS_A_WORKER = 2_000
const firstPort = 10_000 + PORTS_A_WORKER * (Number(process.env.VITEST_POOL_ID ?? 0) % 11)
let portsTaken = Math.floor(PORTS_A_WORKER * Math.random())

/**
 * A port on which nobody listens. It may be opened minutes later: each worker has ports of its own, below those that
 * Linux gives to outgoing connections, so that nothing else takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (portsTaken++ % PORTS_A_WORKER)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
