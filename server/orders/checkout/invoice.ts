import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Invoice, NewInvoice, PaymentProvider } from '../../payments/provider.ts'
import { ProviderError } from '../../payments/provider-http.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict, type HttpError, notFound, unavailable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { referenceFor } from './payment-reference.ts'

/** Bounds all provider calls of one checkout, so that the click is answered in time. */
const PROVIDER_MS = 10_000
/** Of this, each provider but the last has its part: one that hangs leaves time for the next. */
const SHARED_MS = 8_000
/** Longer than the deadline, so that two processes never create the same invoice at once. */
const LEASE_SECONDS = 15
const WAIT_FOR_OTHER_MS = 8_000
const FIRST_LOOK_SECONDS = 15

export const providerDeadline = (): AbortSignal => AbortSignal.timeout(PROVIDER_MS)

export const providerDown = (): HttpError =>
  unavailable('Something went wrong creating the checkout', 'provider_unavailable', 10)

/** An invoice of an order, as the store knows it. */
export type OrderInvoice = {
  id: string
  provider: string
  providerInvoiceId: string
  url: string
  amountCents: number
  expiresAt: Date
}

/** Decides which of an order's invoices makes another one unnecessary; reads `invoices` and `orders`. */
export type Sufficient = RawBuilder<boolean>

/** One on which the buyer has begun to pay, or that is at a provider which is asked at the moment. */
export const isUsable = (store: Store): Sufficient =>
  sql<boolean>`(${isAt(reachable(store))} or coalesce(invoices.stage, 'new') <> 'new') and ${takesMore(store)}`

/** Where the rest can be paid now. */
export const takesRest = (store: Store): Sufficient =>
  sql<boolean>`${asksTheRest(store)} and ${isAt(reachable(store))}`

/**
 * Takes money as far as the store knows, namely all that is missing of the price: before its end and not closed at the
 * provider.
 */
export const asksTheRest = (store: Store): Sufficient =>
  sql<boolean>`invoices.expires_at > now()
    and coalesce(invoices.stage in ('new', 'waiting', 'seen', 'partial', 'unknown'), true)
    and ${isOverRest(store)}`

/** Asks exactly what is missing of the price, whether it has ended or not. */
export const isOverRest = (store: Store): Sufficient =>
  sql<boolean>`${asked} - coalesce(invoices.received_cents, 0) = orders.price_cents - orders.received_cents
    and ${takesMore(store)}`

/** Once a part came, only where the rest can follow into the same invoice. */
const takesMore = ({ providers }: Store): Sufficient =>
  sql<boolean>`(coalesce(invoices.stage, 'new') <> 'partial'
    or ${isAt([...providers.values()].filter(({ canTopUp }) => canTopUp))})`

const asked = sql<number>`coalesce(invoices.amount_cents, orders.price_cents)`

/** The same at one provider. */
export const asksTheRestAt = (store: Store, provider: string): Sufficient =>
  sql<boolean>`${asksTheRest(store)} and invoices.provider = ${provider}`

const isAt = (providers: readonly PaymentProvider[]): Sufficient =>
  sql<boolean>`invoices.provider = any(${providers.map(({ name }) => name)})`

const reachable = ({ providers }: Store) =>
  [...providers.values()].filter((provider) => provider.health().state !== 'open')

/**
 * The order's sufficient invoice; made now if it has none, for what is missing of the price, at the first provider that
 * works. One process asks providers while the others wait for what it gets; no database connection is held meanwhile.
 * @throws HttpError 503 `provider_unavailable`: nothing was charged, and the order shows nowhere until it has an invoice; 409
 * `order_paid`
 */
export const ensureInvoice = (
  store: Store,
  orderId: string,
  sufficient: Sufficient,
  deadline: AbortSignal,
): Promise<OrderInvoice> =>
  ensure(store, orderId, { providers: [...store.providers.values()], sufficient }, deadline)

/**
 * The order's invoice at one provider that takes all that is missing; made now if there is none.
 * @throws HttpError 404 for a provider that is not in use, 503 `provider_unavailable`, 409 `order_paid`
 */
export async function ensureInvoiceAt(
  store: Store,
  orderId: string,
  providerName: string,
  deadline: AbortSignal,
): Promise<OrderInvoice> {
  const provider = store.providers.get(providerName)
  if (!provider) throw notFound()
  const sufficient = asksTheRestAt(store, providerName)
  return ensure(store, orderId, { providers: [provider], sufficient }, deadline)
}

type InvoiceChoice = { providers: readonly PaymentProvider[]; sufficient: Sufficient }

async function ensure(
  store: Store,
  orderId: string,
  { providers, sufficient }: InvoiceChoice,
  deadline: AbortSignal,
): Promise<OrderInvoice> {
  for (const until = Date.now() + WAIT_FOR_OTHER_MS; Date.now() < until; await sleep(100)) {
    const known = await findInvoice(store, orderId, sufficient)
    if (known) return known
    const lease = await takeLease(store, orderId, sufficient)
    if (lease) return createInvoice(store, orderId, { providers, lease }, deadline)
  }
  throw providerDown()
}

/** The order's newest sufficient invoice. */
export const findInvoice = (
  store: Store,
  orderId: string,
  sufficient: Sufficient,
): Promise<OrderInvoice | undefined> =>
  orderInvoices(store.preparedDb)
    .where('invoices.order_id', '=', orderId)
    .where(sufficient)
    .orderBy('invoices.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const orderInvoices = (db: Queryable) =>
  db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select([
      'invoices.id',
      'invoices.provider',
      'invoices.provider_invoice_id as providerInvoiceId',
      'invoices.url',
      asked.as('amountCents'),
      'invoices.expires_at as expiresAt',
    ])

/** `until` as the database wrote it; the lease is released by this value. `isFirst`: no invoice was asked for before. */
export type Lease = { until: string; amountCents: number; isFirst: boolean }

/** What a new order is inserted with, so that whoever opened it makes its invoice. */
export const firstLease = (amountCents: number) => ({
  invoicing_until: leaseEnd,
  invoicing_cents: amountCents,
})

const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`
export const leasedUntil = sql<string>`invoicing_until::text`

/**
 * Takes the lease; null while another process holds it. The amount is stored first, so that an invoice whose response got
 * lost is recognized, at whichever provider. The order's row is locked before its invoices are read, because a statement
 * that waits for a lock still sees them as before the wait.
 */
function takeLease({ preparedDb }: Store, orderId: string, sufficient: Sufficient): Promise<Lease | null> {
  return preparedDb.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['status', 'invoicing_cents'])
      .where('id', '=', orderId)
      .forNoKeyUpdate() // a row that names the order is written meanwhile
      .executeTakeFirst()
    if (order?.status === 'PAID') throw conflict('order_paid', 'This order is paid.')
    const taken = await tx
      .updateTable('orders')
      .set({
        invoicing_until: leaseEnd,
        invoicing_cents: sql<number>`price_cents - received_cents`,
      })
      .where('id', '=', orderId)
      .where(sql<boolean>`price_cents > received_cents`)
      .where((eb) => eb.or([eb('invoicing_until', 'is', null), eb('invoicing_until', '<', sql<Date>`now()`)]))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('invoices')
              .select('invoices.id')
              .whereRef('invoices.order_id', '=', 'orders.id')
              .where(sufficient),
          ),
        ),
      )
      .returning([leasedUntil.as('until'), sql<number>`invoicing_cents`.as('amountCents')])
      .executeTakeFirst()
    return taken ? { ...taken, isFirst: order?.invoicing_cents === null } : null
  })
}

const giveBack = ({ db }: Store, orderId: string, { until }: Lease) =>
  db
    .updateTable('orders')
    .set({ invoicing_until: null })
    .where('id', '=', orderId)
    .where('invoicing_until', '=', sql<Date>`${until}::timestamptz`)
    .execute()

type Making = { providers: readonly PaymentProvider[]; lease: Lease }

/** The invoice of an order that was opened with its lease. @throws HttpError 503 `provider_unavailable` */
export const firstInvoice = (
  store: Store,
  orderId: string,
  lease: Lease,
  deadline: AbortSignal,
): Promise<OrderInvoice> =>
  createInvoice(store, orderId, { providers: [...store.providers.values()], lease }, deadline)

/** Makes the invoice at the first provider that gives one, in one deadline for all. */
async function createInvoice(
  store: Store,
  orderId: string,
  { providers, lease }: Making,
  deadline: AbortSignal,
): Promise<OrderInvoice> {
  let isMakingOne = false
  for (const provider of providers) {
    const signal = provider === providers.at(-1) ? deadline : shareOf(deadline, providers.length)
    const request = await requestFor(store, orderId, provider.name, lease)
    const invoice = await askForInvoice(provider, request, lease, signal).catch((error) => {
      store.log.error({ err: error, orderId, provider: provider.name }, 'no invoice could be made')
    })
    if (invoice) return storeInvoice(store, orderId, { ...invoice, provider: provider.name }, lease)
    isMakingOne ||= signal.aborted
    if (deadline.aborted) break
  }
  // A provider that ran out of time may still be making one: the lease then runs out by itself.
  if (!isMakingOne) await giveBack(store, orderId, lease)
  throw providerDown()
}

const shareOf = (deadline: AbortSignal, count: number): AbortSignal =>
  AbortSignal.any([deadline, AbortSignal.timeout(SHARED_MS / count)])

/** Nothing in it leads to the order's id: a provider's page is shown to whoever has a payment link. */
async function requestFor(
  { preparedDb, config }: Store,
  orderId: string,
  provider: string,
  { amountCents }: Lease,
): Promise<NewInvoice> {
  const { reference, number } = await referenceFor(preparedDb, orderId, provider)
  return {
    reference,
    orderNumber: number,
    amountCents,
    currency: 'USD',
    successUrl: `${config.publicUrl}/return/${reference}`,
    cancelUrl: `${config.publicUrl}/cancelled`,
    expiresInSeconds: config.INVOICE_TTL_MINUTES * 60,
  }
}

/** Looks for an invoice whose response may have got lost before creating one. @throws ProviderError also for too small an amount */
async function askForInvoice(
  provider: PaymentProvider,
  request: NewInvoice,
  { isFirst }: Lease,
  signal: AbortSignal,
): Promise<Invoice> {
  if (request.amountCents < (await provider.minimumCents(signal)))
    throw new ProviderError(`${provider.name} takes no payment as small as this`, 400)
  const [lost] = isFirst ? [] : await provider.findInvoices(request, signal) // nobody has the addresses of the others
  return lost ?? provider.createInvoice(request, signal)
}

/**
 * The lease ends with the invoice that it was for, in one statement. An order on which money came can be paid as long as its
 * newest invoice, which asks the rest; no other invoice prolongs it.
 */
async function storeInvoice(
  { preparedDb, config }: Store,
  orderId: string,
  { provider, providerInvoiceId, url, expiresAt }: Invoice & { provider: string },
  { amountCents }: Lease,
): Promise<OrderInvoice> {
  const id = uuid()
  const stored = await preparedDb
    .with('leased', (db) =>
      db
        .updateTable('orders')
        .set({
          invoicing_until: null,
          expires_at: sql<Date>`case when received_cents > 0 then greatest(expires_at, ${expiresAt}::timestamptz)
            else expires_at end`,
          next_check_at: sql<Date>`case when status = 'PAID' then next_check_at
            else now() + make_interval(secs => ${FIRST_LOOK_SECONDS * config.PAYMENT_POLL_SCALE}) end`,
        })
        .where('id', '=', orderId),
    )
    .insertInto('invoices')
    .values({
      id,
      order_id: orderId,
      provider,
      provider_invoice_id: providerInvoiceId,
      url,
      amount_cents: amountCents,
      expires_at: expiresAt,
    })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 1n)
    return { id, provider, providerInvoiceId, url, amountCents, expiresAt }
  return orderInvoices(preparedDb)
    .where('invoices.provider', '=', provider)
    .where('invoices.provider_invoice_id', '=', providerInvoiceId)
    .executeTakeFirstOrThrow()
}
