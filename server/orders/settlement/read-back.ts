import { sql } from 'kysely'
import type { OrderRefs } from '../../payments/provider.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Store } from '../../store.ts'
import { cancelInvoice, obsoleteInvoices } from './cancel-invoice.ts'
import { settle } from './settle.ts'

const QUEUE = 'read-back'
const POLL_MS = 5_000
const DUE_AT_ONCE = 50
const PAYMENTS_READ_MAX = 50

/** Queues a read-back of an order; while one is queued, another is not added. */
export const queueReadBack = (jobs: Jobs, tx: Queryable, orderId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { orderId },
    { singletonKey: orderId, retryLimit: 8, retryDelay: 2, retryBackoff: true },
  )

/** Reads an order's invoices back from the provider, settles it by what they say, and closes those it has no use for. */
export async function readBack(store: Store, orderId: string): Promise<void> {
  const refs = await refsOf(store, orderId)
  const snapshots = await store.provider.readBack(refs)
  const decision = await settle(store, orderId, snapshots)
  if (!decision) return
  for (const { providerInvoiceId } of obsoleteInvoices(decision, snapshots, refs.invoiceIds))
    await cancelInvoice(store, providerInvoiceId)
}

/** The ids that invoices, earlier read-backs and messages named, the newest payments first. */
async function refsOf({ db, provider }: Store, orderId: string): Promise<OrderRefs> {
  const invoices = await db
    .selectFrom('invoices')
    .select('provider_invoice_id as id')
    .where('order_id', '=', orderId)
    .where('provider', '=', provider.name)
    .execute()
  const invoiceIds = invoices.map(({ id }) => id)
  const reportedByReadBacks = db
    .selectFrom('provider_payments')
    .select(['provider_payment_id as id', 'updated_at as at'])
    .where('order_id', '=', orderId)
    .where('provider', '=', provider.name)
  const reportedByMessages = db
    .selectFrom('provider_messages')
    .select(['payment_id as id', 'received_at as at'])
    .where('provider', '=', provider.name)
    .where('payment_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('order_id', '=', orderId),
        ...(invoiceIds.length > 0 ? [eb('invoice_id', 'in', invoiceIds)] : []),
      ]),
    )
    .$narrowType<{ id: string }>()
  const payments = await db
    .selectFrom(reportedByReadBacks.unionAll(reportedByMessages).as('payment'))
    .select('id')
    .groupBy('id')
    .orderBy((eb) => eb.fn.max('at'), 'desc')
    .limit(PAYMENTS_READ_MAX)
    .execute()
  return { orderId, invoiceIds, paymentIds: payments.map(({ id }) => id) }
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

/** Postpones each due order's next read-back and queues one now, in one transaction with `skip locked`: no process queues what another took. */
export async function queueDue({ db, jobs, config }: Store): Promise<void> {
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
