import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { type Job, PgBoss } from 'pg-boss'
import type { Queryable } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import { prepared } from '../database/prepared-statements.ts'
import { inSpan } from '../telemetry/span.ts'

/** `singletonKey`: while a job with this key waits, another is not added. `id`: the job's, a uuid. `startAfter`: in seconds. */
export type SendOptions = {
  id?: string
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  singletonKey?: string
  startAfter?: number
}

export type Jobs = {
  /** Enqueues within the transaction given: the job exists if, and only if, that commits. */
  send(tx: Queryable, queue: string, data: object, options: SendOptions): Promise<void>
  /** Creates a queue if it is missing, for another process to work. */
  createQueue(queue: string): Promise<void>
  /**
   * Works a queue, up to five jobs at once in each process, each as soon as its sender has committed. A job that
   * throws, or whose process was killed, is retried, so a handler may run twice and must change nothing the second
   * time.
   */
  work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs a handler on a cron schedule (UTC), in one of the processes. */
  schedule(queue: string, cron: string, handler: () => Promise<void>): Promise<void>
  /** Removes a schedule of an earlier version; without one it does nothing. */
  unschedule(queue: string): Promise<void>
  stop(): Promise<void>
}

/** Few, because requests share the connections; a full batch is followed by the next at once. */
const BATCH = 5
/**
 * A job whose process is silent for this long is retried. Checked this often: together with the first retry
 * delays below, a killed process's jobs resume within 30 s.
 */
const HEARTBEAT_SECONDS = 10
const HEARTBEAT_REFRESH_SECONDS = 2
const SUPERVISE_SECONDS = 3

type Log = Record<'error' | 'warn', (detail: object, message: string) => void>

/**
 * Opens the queue. NOTIFY wakes the workers of every process when a sender commits; they poll by themselves every
 * `pollSeconds` (0.5 at least) for jobs that are retried after a delay, and for lost notifications.
 */
export async function openJobs(
  pool: Pool,
  databaseUrl: string,
  pollSeconds: number,
  log: Log,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(values?.length ? prepared(text) : text, values),
      listen: (channel, onNotification, onGap) =>
        listen(databaseUrl, channel, { onNotification, onGap }, log),
    },
    useListenNotify: true,
    schema: 'jobs',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'))
  await boss.start()

  /** @returns whether the job is done; a failed one is sent back */
  const attempt = async (queue: string, job: Job<never>, handler: (data: never) => Promise<void>) => {
    try {
      const named = { 'messaging.destination.name': queue }
      await inSpan(`job ${queue}`, 'consumer', named, () => handler(job.data))
      return true
    } catch (error) {
      log.error({ err: error, queue, job: job.id }, 'a job failed and will be tried again')
      await boss.fail(queue, job, { message: error instanceof Error ? error.message : String(error) })
      return false
    }
  }

  /** An update, because the queue may be from an earlier version. */
  const createQueue = async (queue: string): Promise<void> => {
    await boss.createQueue(queue, { policy: 'short' })
    await boss.updateQueue(queue, { heartbeatSeconds: HEARTBEAT_SECONDS, notify: true })
  }
  const work: Jobs['work'] = async (queue, handler) => {
    await createQueue(queue)
    await boss.work<never>(
      queue,
      {
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: pollSeconds,
        batchSize: BATCH,
        burstWhenBatchFull: true,
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
      },
      async (batch) => {
        await Promise.all(
          batch.map(async (job) => {
            const isDone = await attempt(queue, job, handler)
            // pg-boss completes a batch at its end. Each job of a batch is completed separately, so it is not repeated
            // because another one was interrupted.
            if (isDone && batch.length > 1) await boss.complete(queue, job)
          }),
        )
      },
    )
  }

  return {
    createQueue,
    work,
    async send(tx, queue, data, options) {
      const executeSql = (text: string, values?: unknown[]) =>
        tx.executeQuery(CompiledQuery.raw(prepared(text), values))
      await boss.send(queue, data, { ...options, db: { executeSql } })
    },
    async schedule(queue, cron, handler) {
      await work(queue, handler)
      await boss.schedule(queue, cron)
    },
    unschedule: (queue) => boss.unschedule(queue),
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}
