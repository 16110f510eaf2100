import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Queryable, Tx } from '../database/database.ts'

/** A retried job is reported from this try on, because most failures are temporary. */
const TRIES_MIN = 3

/** A job that was given up, or that fails repeatedly. `data` is its input. */
export type FailedJobRow = {
  id: string
  queue: string
  data: unknown
  error: string | null
  tries: number
  failedAt: Date
  isTriedAgain: boolean
}

/** The condition of the partial index `job_failed`. */
const isFailed = sql`state in ('failed', 'retry') and (state = 'failed' or retry_count >= ${sql.lit(TRIES_MIN)})`

/** Creates an index on pg-boss's own table, which no migration can do because pg-boss creates it later. */
export async function indexFailedJobs(pool: Pool): Promise<void> {
  await pool.query(`begin;
    select pg_advisory_xact_lock(hashtext('index of failed jobs'));
    create index if not exists job_failed on jobs.job_common (id)
      where state in ('failed', 'retry') and (state = 'failed' or retry_count >= ${TRIES_MIN});
    commit`)
}

/** The number of failed jobs, as an expression for a larger query. */
export const failedJobCount = (max: number) =>
  sql<number>`(select count(*)::int from (select from jobs.job where ${isFailed} limit ${max}) as failed)`

/** The same for one queue. */
export const failedJobCountOf = (queue: string, max: number) =>
  sql<number>`(select count(*)::int from (select from jobs.job where ${isFailed} and name = ${queue} limit ${max}) as failed)`

/** The oldest failed jobs. */
export async function failedJobs(db: Queryable, limit: number): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select id, name as queue, data, output->>'message' as error, retry_count + (state = 'failed')::int as tries,
      coalesce(completed_on, started_on, created_on) as "failedAt", state = 'retry' as "isTriedAgain"
    from jobs.job where ${isFailed}
    order by coalesce(completed_on, started_on, created_on), id limit ${limit}`.execute(db)
  return rows
}

/** Retries a failed job now. @returns its queue, or null when it has not failed */
export async function retryJob(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ queue: string }>`
    update jobs.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = greatest(retry_limit, retry_count + 1)
    where id = ${id} and ${isFailed} returning name as queue`.execute(tx)
  return rows[0]?.queue ?? null
}

/** Discards a failed job. @returns its queue, or null when it has not failed */
export async function dismissJob(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ queue: string }>`
    update jobs.job set state = 'cancelled', completed_on = now()
    where id = ${id} and ${isFailed} returning name as queue`.execute(tx)
  return rows[0]?.queue ?? null
}

/** A due job that waits longer than this means that the workers are too slow, or stopped. */
export const LATE_SECONDS = 60
export const STOPPED_SECONDS = 600

/** How many seconds the oldest due job has been waiting, in all queues or in one; 0 when none waits. */
export async function oldestWaitSeconds(db: Queryable, queue: string | null = null): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(start_after))::float as seconds
    from jobs.job where state < 'active' and start_after <= now()
      and (${queue}::text is null or name = ${queue})`.execute(db)
  return rows[0]?.seconds ?? 0
}
