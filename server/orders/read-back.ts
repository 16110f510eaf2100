import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Store } from '../store.ts'
import { settle } from './settle.ts'

/** How long after its deadline an order is still read back (decisions §5). */
export const PROVIDER_HORIZON_DAYS = 8

const QUEUE = 'read-back'
const POLL_MS = 5_000
const DUE_AT_ONCE = 50

/** Young orders are asked after often, old ones rarely, so that a lost message costs minutes. */
export function nextCheckSeconds(ageSeconds: number): number {
  if (ageSeconds < 600) return 15
  if (ageSeconds < 3_600) return 60
  return ageSeconds < 86_400 ? 600 : 3_600
}

/** Queues one look at an order's invoices; while one is waiting, another is not added. */
export const queueReadBack = (jobs: Jobs, tx: Queryable, orderId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { orderId },
    { singletonKey: orderId, retryLimit: 8, retryDelay: 2, retryBackoff: true },
  )

/** Reads an order's invoices back from the provider and settles it by what they say. */
export async function readBack(store: Store, orderId: string): Promise<void> {
  await settle(store, orderId, await store.provider.readBack(orderId))
}

/** Works the queue and fills it with the orders that are due. Answers how to stop. */
export async function startReadingBack(store: Store): Promise<() => void> {
  await store.jobs.work<{ orderId: string }>(QUEUE, ({ orderId }) => readBack(store, orderId))
  const timer = setInterval(
    () => {
      queueDue(store).catch((error) => store.log.error({ err: error }, 'due orders could not be queued'))
    },
    Math.max(250, POLL_MS * store.config.PAYMENT_POLL_SCALE),
  )
  return () => clearInterval(timer)
}

/** Moves each due order's next look ahead and queues one now, in one transaction: no process queues what another took. */
async function queueDue({ db, jobs, config }: Store): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const due = await tx
      .updateTable('orders')
      .set({ next_check_at: sql<Date>`now() + make_interval(secs => ${60 * config.PAYMENT_POLL_SCALE})` })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('orders')
          .select('id')
          .where('next_check_at', '<=', sql<Date>`now()`)
          .orderBy('next_check_at')
          .limit(DUE_AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute()
    for (const { id } of due) await queueReadBack(jobs, tx, id)
  })
}
