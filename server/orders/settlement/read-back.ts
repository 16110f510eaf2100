import { sql } from 'kysely'
import {
  invoiceKey,
  type OrderRefs,
  type PaymentProvider,
  type ReadInvoice,
  type Snapshot,
} from '../../payments/provider.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Store } from '../../store.ts'
import { referencesOf } from '../checkout/payment-reference.ts'
import { cancelInvoice, obsoleteInvoices } from './cancel-invoice.ts'
import type { Reading } from './readings.ts'
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

/**
 * Reads an order's invoices back from each provider that may have some, settles it by what they say, and closes those it
 * has no use for. A provider that is away keeps no other's money from counting, and is asked again.
 * @throws the error of a provider that is away, once the order is settled by the others
 */
export async function readBack(store: Store, orderId: string): Promise<void> {
  const providers = await providersOf(store, orderId)
  const readings = await Promise.all(providers.map((provider) => readFrom(store, orderId, provider)))
  if (readings.some(({ snapshots }) => snapshots)) await settleAndTidy(store, orderId, readings)
  for (const { snapshots, problem } of readings) if (!snapshots) throw problem
}

async function readFrom(
  store: Store,
  orderId: string,
  provider: PaymentProvider,
): Promise<Reading & { problem?: unknown }> {
  const refs = await refsOf(store, orderId, provider.name)
  try {
    const read = await provider.readBack(refs)
    return { provider: provider.name, snapshots: read.map((invoice) => named(invoice, orderId, refs)) }
  } catch (problem) {
    return { provider: provider.name, snapshots: null, problem }
  }
}

/** One that is called as this order is, is the order's; any other keeps the reference it came with. */
function named({ reference, ...invoice }: ReadInvoice, orderId: string, { references }: OrderRefs): Snapshot {
  return { ...invoice, orderId: references.includes(reference) ? orderId : reference }
}

async function settleAndTidy(store: Store, orderId: string, readings: readonly Reading[]): Promise<void> {
  const settled = await settle(store, orderId, readings)
  if (!settled) return
  const own = new Set(settled.invoices.map(invoiceKey))
  for (const invoice of obsoleteInvoices(settled.decision, settled.snapshots, own))
    await cancelInvoice(store, invoice)
}

/** Those at which the order has an invoice, or whose message named it; before there are any, all in use. */
async function providersOf(
  { preparedDb: db, providers }: Store,
  orderId: string,
): Promise<PaymentProvider[]> {
  const named = await db
    .selectFrom('invoices')
    .select('provider')
    .where('order_id', '=', orderId)
    .union(db.selectFrom('provider_messages').select('provider').where('order_id', '=', orderId))
    .execute()
  const known = named.flatMap(({ provider }) => providers.get(provider) ?? [])
  return known.length > 0 ? known : [...providers.values()]
}

const invoicesOf = ({ preparedDb: db }: Store, orderId: string) =>
  db
    .selectFrom('invoices')
    .select(['provider', 'provider_invoice_id as providerInvoiceId'])
    .where('order_id', '=', orderId)
    .execute()

/** The ids that invoices, earlier read-backs, messages and chosen coins named, the newest payments first. */
async function refsOf(store: Store, orderId: string, provider: string): Promise<OrderRefs> {
  const db = store.preparedDb
  const invoices = await invoicesOf(store, orderId)
  const invoiceIds = invoices
    .filter((invoice) => invoice.provider === provider)
    .map(({ providerInvoiceId }) => providerInvoiceId)
  const reportedByReadBacks = db
    .selectFrom('provider_payments')
    .select(['provider_payment_id as id', 'updated_at as at'])
    .where('order_id', '=', orderId)
    .where('provider', '=', provider)
  const reportedByMessages = db
    .selectFrom('provider_messages')
    .select(['payment_id as id', 'received_at as at'])
    .where('provider', '=', provider)
    .where('payment_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('order_id', '=', orderId),
        ...(invoiceIds.length > 0 ? [eb('invoice_id', 'in', invoiceIds)] : []),
      ]),
    )
    .$narrowType<{ id: string }>()
  const madeForThePage = db
    .selectFrom('coin_payments')
    .innerJoin('invoices', 'invoices.id', 'coin_payments.invoice_id')
    .select(['coin_payments.provider_payment_id as id', 'coin_payments.chosen_at as at'])
    .where('invoices.order_id', '=', orderId)
    .where('invoices.provider', '=', provider)
    .where('coin_payments.provider_payment_id', 'is not', null)
    .$narrowType<{ id: string }>()
  const payments = await db
    .selectFrom(reportedByReadBacks.unionAll(reportedByMessages).unionAll(madeForThePage).as('payment'))
    .select('id')
    .groupBy('id')
    .orderBy((eb) => eb.fn.max('at'), 'desc')
    .limit(PAYMENTS_READ_MAX)
    .execute()
  return {
    references: await referencesOf(db, orderId, provider),
    invoiceIds,
    paymentIds: payments.map(({ id }) => id),
  }
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
