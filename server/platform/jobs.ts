import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Queryable } from './database/database.ts'

/** `singletonKey`: while a job of this key waits, another one is not added. */
export type SendOptions = {
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  singletonKey?: string
}

export type Jobs = {
  /** Enqueues within the transaction given: the job exists if, and only if, that commits. */
  send(tx: Queryable, queue: string, data: object, options: SendOptions): Promise<void>
  /** Makes sure that there is a queue, which another process may work off. */
  createQueue(queue: string): Promise<void>
  /** Works a queue off, up to ten jobs at once in each process; a job that throws is tried again. */
  work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs a handler at times given as cron (UTC), in one of the processes. */
  schedule(queue: string, cron: string, handler: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const POLL_SECONDS = 0.5
const BATCH = 10

export async function openJobs(
  pool: Pool,
  log: { error(detail: object, message: string): void },
): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'jobs' })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'))
  await boss.start()

  const attempt = async (queue: string, id: string, run: () => Promise<void>): Promise<void> => {
    try {
      await run()
    } catch (error) {
      log.error({ err: error, queue, job: id }, 'a job failed and will be tried again')
      await boss.fail(queue, id, { message: error instanceof Error ? error.message : String(error) })
    }
  }

  const createQueue = (queue: string): Promise<void> => boss.createQueue(queue, { policy: 'short' })
  const work: Jobs['work'] = async (queue, handler) => {
    await createQueue(queue)
    await boss.work<never>(
      queue,
      { pollingIntervalSeconds: POLL_SECONDS, batchSize: BATCH },
      async (batch) => {
        await Promise.all(batch.map((job) => attempt(queue, job.id, () => handler(job.data))))
      },
    )
  }

  return {
    createQueue,
    work,
    async send(tx, queue, data, options) {
      const executeSql = (text: string, values?: unknown[]) =>
        tx.executeQuery(CompiledQuery.raw(text, values))
      await boss.send(queue, data, { ...options, db: { executeSql } })
    },
    async schedule(queue, cron, handler) {
      await work(queue, handler)
      await boss.schedule(queue, cron)
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}
