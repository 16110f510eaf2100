import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient, PreparingDialect } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** A database or a transaction, for queries that may run in either. */
export type Queryable = Database | Tx

const BIGINT = 20
const DATE = 1082

/** bigint as number: sizes and sums stay far below 2^53. date as text: a day has no time zone. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === BIGINT) return (value: string) => Number(value)
    if (oid === DATE) return (value: string) => value
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
} as pg.CustomTypesConfig // the interface demands overloads that one function cannot declare

export type Connection = {
  db: Database
  /** The same, for frequent statements that only look up keys: each connection plans them once. */
  preparedDb: Database
  pool: pg.Pool
  close(): Promise<void>
}

type Log = { error(detail: object, message: string): void }

/**
 * The settings of each database session. It fails early rather than wait forever: statements 5 s, locks 2 s (security R2).
 * JIT compilation is off: it takes longer than it saves.
 */
export const SESSION = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  TimeZone: 'UTC',
  jit: 'off',
} as const

/** A pool that waits at most 2 s for a free connection (security R2). */
export const connect = (url: string, log: Log, more: Pick<pg.PoolConfig, 'query_timeout'> = {}): Connection =>
  opened(url, log, {
    Client: PreparingClient,
    options: Object.entries(SESSION)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...more,
  })

/**
 * The same through a pooler that gives each transaction another session, such as PgBouncer in transaction mode. Statements are
 * unnamed, because the next session lacks the prepared ones; and the pooler sets its sessions itself, because it ignores a
 * client's options.
 * @throws Error when its sessions are not set as the store needs them
 */
export async function connectThroughPooler(url: string, log: Log): Promise<Connection> {
  const connection = opened(url, log, {})
  const { rows } = await connection.pool
    .query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from unnest($1::text[]) as name',
      [Object.keys(SESSION)],
    )
    .catch(async (error) => {
      await connection.close()
      throw error
    })
  const wrong = Object.entries(SESSION).filter(
    ([name, value]) => rows.find((row) => row.name === name)?.value !== value,
  )
  if (wrong.length === 0) return connection
  await connection.close()
  const settings = Object.entries(SESSION).map(([name, value]) => `set ${name} = ''${value}''`)
  throw new Error(
    `The pooler behind DATABASE_URL hands out sessions without ${wrong.map(([name]) => name).join(', ')}. ` +
      `Add to its line of this database: connect_query='${settings.join('; ')}'`,
  )
}

function opened(url: string, log: Log, more: pg.PoolConfig): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 16,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    ...more,
  })
  hearErrors(pool, (error) => log.error({ err: error }, 'a database connection broke'))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const preparedDb = new Kysely<Tables>({ dialect: new PreparingDialect({ pool }) })
  return { db, preparedDb, pool, close: () => db.destroy() }
}

/** An unhandled error event ends the process, and a pool only handles those of idle connections. */
export function hearErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => undefined) // its connection has reported it
}

const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100', // its disk is full
  '57014',
  '55P03',
])

/** Whether an error means that the database is down or too busy, so the response is 503 and not 500. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    CONNECTION_LOST.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
}

/** Whether PostgreSQL refused a value: a NUL character, a day that does not exist, a number out of range (class 22). */
export const isUnusableValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code)

/** Whether an insert violated the unique constraint or index of this name. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === constraint
