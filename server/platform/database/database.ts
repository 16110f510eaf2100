import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** A database or a transaction: for queries that may run in either. */
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
} as pg.CustomTypesConfig // the interface asks for overloads that one function cannot spell

export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> }

/**
 * A pool that gives up early rather than queue for ever: statements 5 s, locks 2 s, a free connection 2 s (security R2).
 * Statements are not compiled to machine code: that takes longer than any of them saves by it.
 */
export function connect(url: string, log: { error(detail: object, message: string): void }): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    Client: PreparingClient,
    max: 16,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    options:
      '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC -c jit=off',
  })
  // The pool hears of idle connections alone, and an error that nobody hears ends the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.error({ err: error }, 'a database connection broke')),
  )
  pool.on('error', () => undefined) // its connection has said so
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
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
  '57014',
  '55P03',
])

/** Whether an error says that the database is away or too busy, so that the answer is 503 and not 500. */
export function isDatabaseAway(error: unknown): boolean {
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

/** Whether PostgreSQL could not take a value: a NUL character, a day that does not exist, a number out of range (class 22). */
export const isUnusableValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code)

/** Whether an insert met a unique constraint or index of this name. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === constraint
