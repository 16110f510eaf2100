import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type Connection, connect, type Database, hearErrors } from './database.ts'
import type { Tables } from './tables.ts'

/** Not read when further behind than this, or when the lag is unknown. */
const LAG_MAX_MS = 2_000
const LOOK_MS = 500
/** After a change of the catalog, which reaches a replica within milliseconds. */
const FIRST_LOOK_MS = 10
const LOOK_TIMEOUT_MS = 2_000
/** A little more than a statement's timeout: a dead machine sends nothing. */
const READ_TIMEOUT_MS = 6_000
/** About eight minutes of checks: the longest lag that is measured exactly. */
const SAMPLES_MAX = 1_000

type Log = Record<'info' | 'warn', (detail: object, message: string) => void>
type Server = 'replica' | 'primary'

export type Replica = {
  /**
   * Reads from the replica while it is known to have all commits from 2 s ago and every signalled change, and from
   * the primary otherwise, also when the replica fails meanwhile. Only for reads of data that every visitor may see.
   */
  db: Database
  /** All reads from now on must include what is committed by now. */
  recordChange(): void
  /** How long ago it was last known to have all commits. */
  lagMs(): number
  /** The number of statements sent to each server. */
  reads: Readonly<Record<Server, number>>
  close(): Promise<void>
}

/**
 * Opens a streaming replica, which may be down.
 * @param url PostgreSQL itself, not a pooler
 * @param primary for all other reads and writes; `url` bypasses a pooler
 */
export function openReplica(url: string, primary: { url: string; pool: pg.Pool }, log: Log): Replica {
  const connection = connect(
    url,
    { error: (detail) => log.warn(detail, 'a connection to the replica broke') },
    { query_timeout: READ_TIMEOUT_MS },
  )
  const freshness = followFreshness(url, primary.url, log)
  const reads = { replica: 0, primary: 0 }
  const pool = choosingPool(connection, primary.pool, freshness.isCurrent, reads)
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    recordChange: freshness.recordChange,
    lagMs: freshness.lagMs,
    reads,
    close: async () => {
      await freshness.stop()
      await connection.close()
    },
  }
}

function choosingPool(
  replica: Connection,
  primary: pg.Pool,
  isCurrent: () => boolean,
  reads: Record<Server, number>,
): PostgresPool {
  const askPrimary = () => {
    reads.primary += 1
    return primary.connect()
  }
  return {
    options: primary.options,
    connect: async () => {
      const client = isCurrent() ? await replica.pool.connect().catch(() => null) : null
      return client ? withFallback(client, primary, reads) : askPrimary()
    },
    end: async () => undefined, // each pool belongs to its connection
  }
}

/** A statement that the replica refuses goes to the primary: the replica may be down, or be replaying changes of the same rows. */
function withFallback(
  client: pg.PoolClient,
  primary: pg.Pool,
  reads: Record<Server, number>,
): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: unknown[]) => {
    try {
      const result = await client.query(text, values)
      reads.replica += 1
      return result
    } catch (error) {
      isBroken ||= !(error instanceof pg.DatabaseError) // no response yet: it may still come
      reads.primary += 1
      return primary.query(text, values)
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // without its form for cursors, which nothing here opens
    release: () => client.release(isBroken),
  }
}

/** A position in a primary's log, with the log's identity: the cluster and, after a promotion, a new timeline. */
type Position = { history: string; bytes: number | null }
type Session = Pick<pg.Pool, 'query'>

/**
 * The end of all commits so far in the primary's log, including unflushed ones. At the start of a log page, the end of the
 * previous page counts: a header of at most 40 bytes follows, which no replica replays before the next record.
 */
export const writtenBy = (primary: Session): Promise<Position> =>
  positionOf(
    primary,
    `select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as history,
       (bytes - case when bytes % 8192 <= 40 then bytes % 8192 else 0 end)::bigint as bytes
     from pg_control_system(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  )

/** A replica's replay position; null for a server that replicates none. */
export const replayedBy = (replica: Session): Promise<Position> =>
  positionOf(
    replica,
    `select system_identifier || '/' || upper(lpad(to_hex(timeline_id), 8, '0')) as history,
       case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as bytes
     from pg_control_system(), pg_control_checkpoint()`,
  )

async function positionOf(session: Session, statement: string): Promise<Position> {
  const { rows } = await session.query<{ history: string; bytes: string | null }>(statement)
  const [row] = rows
  if (!row) throw new Error('a position is one row')
  return { history: row.history, bytes: row.bytes === null ? null : Number(row.bytes) }
}

/** Why a replica cannot be read from; null when it can. */
export function whyUnusable(primary: Position, replica: Position): string | null {
  if (replica.bytes === null) return 'it is no replica, or was promoted'
  return replica.history === primary.history ? null : 'it follows another server'
}

/**
 * Measures how current the replica is: its replay position is compared with the primary's earlier
 * positions. So an idle primary causes no lag, and only this process's clock is read.
 */
function followFreshness(replicaUrl: string, primaryUrl: string, log: Log) {
  const primary = oneConnection(primaryUrl)
  const replica = oneConnection(replicaUrl)
  let changedAt = performance.now()
  let completeAsOf = changedAt
  let samples: { askedAt: number; bytes: number }[] = []
  let isReported = false
  let isStopped = false
  let pauseMs = FIRST_LOOK_MS
  let timer: NodeJS.Timeout | undefined

  const lagMs = () => performance.now() - completeAsOf
  const isCurrent = () => completeAsOf > changedAt && lagMs() < LAG_MAX_MS

  const look = async () => {
    const askedAt = performance.now()
    const written = await writtenBy(primary)
    const replayed = await replayedBy(replica)
    const problem = whyUnusable(written, replayed)
    if (problem !== null) throw new Error(problem)
    samples = [...samples.slice(1 - SAMPLES_MAX), { askedAt, bytes: written.bytes ?? 0 }]
    const held = samples.findLastIndex(({ bytes }) => bytes <= (replayed.bytes ?? 0))
    completeAsOf = samples[held]?.askedAt ?? completeAsOf
    samples = samples.slice(held + 1)
  }
  const report = (error: unknown) => {
    if (isReported === lagMs() >= LAG_MAX_MS) return
    isReported = !isReported
    if (isReported)
      log.warn(
        { err: error, lagMs: Math.round(lagMs()) },
        'the replica is unavailable or lags, and is not read',
      )
    else log.info({}, 'the replica is read again')
  }
  const schedule = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(run, pauseMs)
  }
  const run = async () => {
    timer = undefined
    report(
      await look().then(
        () => undefined,
        (error) => error,
      ),
    )
    pauseMs = isCurrent() ? LOOK_MS : Math.min(LOOK_MS, 2 * pauseMs)
    schedule()
  }
  schedule()

  return {
    isCurrent,
    lagMs,
    recordChange: () => {
      changedAt = performance.now()
      const isSoon = pauseMs < LOOK_MS || timer === undefined
      pauseMs = FIRST_LOOK_MS
      if (!isSoon) schedule()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([primary.end(), replica.end()])
    },
  }
}

/** A separate connection, so checks work on a busy store too. */
function oneConnection(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
    query_timeout: LOOK_TIMEOUT_MS,
  })
  hearErrors(pool, () => undefined) // a check on a broken connection reports it
  return pool
}
