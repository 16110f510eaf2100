import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
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
 * Reads an order's invoices back from each provider that may have some, settles the order, and closes invoices that it no
 * longer needs. If a provider is unavailable, money at the others still counts, and the provider is asked again.
 * @throws the error of an unavailable provider, once the order is settled by the others
 */
export async function readBack(store: Store, orderId: string): Promise<void> {
  const traces = await findTraces(store, orderId)
  if (!traces) return
  const readings = await Promise.all(
    providersOf(store, traces).map((provider) =>
      readFrom(provider, orderId, refsAt(traces, orderId, provider.name)),
    ),
  )
  if (readings.some(({ snapshots }) => snapshots)) await settleAndTidy(store, orderId, readings)
  for (const { snapshots, problem } of readings) if (!snapshots) throw problem
}

async function readFrom(
  provider: PaymentProvider,
  orderId: string,
  refs: OrderRefs,
): Promise<Reading & { problem?: unknown }> {
  try {
    const read = await provider.readBack(refs)
    return { provider: provider.name, snapshots: read.map((invoice) => named(invoice, orderId, refs)) }
  } catch (problem) {
    return { provider: provider.name, snapshots: null, problem }
  }
}

/** An invoice that carries one of the order's references is the order's; any other keeps its own reference. */
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
function providersOf({ providers }: Store, { invoices, namedBy }: Traces): PaymentProvider[] {
  const names = new Set([...invoices, ...namedBy].map(({ provider }) => provider))
  const known = [...names].flatMap((name) => providers.get(name) ?? [])
  return known.length > 0 ? known : [...providers.values()]
}

/** What one provider may know of an order. One that is older than references is known by its id as well. */
function refsAt({ references, id_at_providers, invoices, payments }: Traces, orderId: string, name: string) {
  const isHere = ({ provider }: { provider: string }) => provider === name
  return {
    references: [
      ...references.filter(isHere).map(({ reference }) => reference),
      ...(id_at_providers ? [orderId] : []),
    ],
    invoiceIds: invoices.filter(isHere).map(({ providerInvoiceId }) => providerInvoiceId),
    paymentIds: payments
      .filter(isHere)
      .slice(0, PAYMENTS_READ_MAX)
      .map(({ id }) => id),
  }
}

type Traces = NonNullable<Awaited<ReturnType<typeof findTraces>>>

/**
 * How providers may know an order: by its references and invoices, and by the payments that earlier read-backs, messages and
 * chosen coins named, the newest first.
 */
function findTraces({ preparedDb: db }: Store, orderId: string) {
  const invoices = db.selectFrom('invoices').where('invoices.order_id', '=', orderId)
  const messages = db.selectFrom('provider_messages').where('order_id', '=', orderId)
  const reportedByReadBacks = db
    .selectFrom('provider_payments')
    .select(['provider', 'provider_payment_id as id', 'updated_at as at'])
    .where('order_id', '=', orderId)
  const reportedByMessages = messages
    .select(['provider', 'payment_id as id', 'received_at as at'])
    .where('payment_id', 'is not', null)
    .$narrowType<{ id: string }>()
  const reportedForInvoices = invoices
    .innerJoin('provider_messages as message', (join) =>
      join
        .onRef('message.provider', '=', 'invoices.provider')
        .onRef('message.invoice_id', '=', 'invoices.provider_invoice_id'),
    )
    .select(['message.provider', 'message.payment_id as id', 'message.received_at as at'])
    .where('message.payment_id', 'is not', null)
    .$narrowType<{ id: string }>()
  const madeForThePage = invoices
    .innerJoin('coin_payments', 'coin_payments.invoice_id', 'invoices.id')
    .select(['invoices.provider', 'coin_payments.provider_payment_id as id', 'coin_payments.chosen_at as at'])
    .where('coin_payments.provider_payment_id', 'is not', null)
    .$narrowType<{ id: string }>()
  const payments = reportedByReadBacks
    .unionAll(reportedByMessages)
    .unionAll(reportedForInvoices)
    .unionAll(madeForThePage)
  return db
    .selectFrom('orders')
    .select([
      'id_at_providers',
      jsonArrayFrom(
        db.selectFrom('payment_references').select(['provider', 'reference']).where('order_id', '=', orderId),
      ).as('references'),
      jsonArrayFrom(invoices.select(['provider', 'provider_invoice_id as providerInvoiceId'])).as('invoices'),
      jsonArrayFrom(messages.select('provider').distinct()).as('namedBy'),
      jsonArrayFrom(
        db
          .selectFrom(payments.as('payment'))
          .select(['provider', 'id'])
          .groupBy(['provider', 'id'])
          .orderBy((eb) => eb.fn.max('at'), 'desc'),
      ).as('payments'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** Works the queue and fills it with due orders. Returns a function that stops it. */
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

/** Postpones each due order's next read-back and queues one now, in one transaction with `skip locked`: each order is queued by one process. */
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
