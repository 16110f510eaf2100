import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Invoice, NewInvoice, PaymentProvider } from '../../payments/provider.ts'
import { ProviderError } from '../../payments/provider-http.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict, type HttpError, notFound, unavailable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { referenceFor } from './payment-reference.ts'

/** Limits all provider calls of one checkout, so the click gets its response in time. */
const PROVIDER_MS = 10_000
/** Each provider but the last gets a part of this time: one that hangs leaves time for the next. */
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

/** Decides which of an order's invoices makes a new one unnecessary; reads `invoices` and `orders`. */
export type Sufficient = RawBuilder<boolean>

/** An invoice that the buyer has started to pay, or whose provider is being called now. */
export const isUsable = (store: Store): Sufficient =>
  sql<boolean>`(${isAt(reachable(store))} or coalesce(invoices.stage, 'new') <> 'new') and ${takesMore(store)}`

/** An invoice on which the rest can be paid now. */
export const takesRest = (store: Store): Sufficient =>
  sql<boolean>`${asksTheRest(store)} and ${isAt(reachable(store))}`

/**
 * An invoice that, as far as the store knows, accepts the full missing amount: it has not expired and is not closed at the
 * provider.
 */
export const asksTheRest = (store: Store): Sufficient =>
  sql<boolean>`invoices.expires_at > now()
    and coalesce(invoices.stage in ('new', 'waiting', 'seen', 'partial', 'unknown'), true)
    and ${isOverRest(store)}`

/** An invoice for exactly the missing amount, expired or not. */
export const isOverRest = (store: Store): Sufficient =>
  sql<boolean>`${asked} - coalesce(invoices.received_cents, 0) = orders.price_cents - orders.received_cents
    and ${takesMore(store)}`

/** After a partial payment, only an invoice that accepts a second payment. */
const takesMore = ({ providers }: Store): Sufficient =>
  sql<boolean>`(coalesce(invoices.stage, 'new') <> 'partial'
    or ${isAt([...providers.values()].filter(({ canTopUp }) => canTopUp))})`

const asked = sql<number>`coalesce(invoices.amount_cents, orders.price_cents)`

/** The same for one provider. */
export const asksTheRestAt = (store: Store, provider: string): Sufficient =>
  sql<boolean>`${asksTheRest(store)} and invoices.provider = ${provider}`

const isAt = (providers: readonly PaymentProvider[]): Sufficient =>
  sql<boolean>`invoices.provider = any(${providers.map(({ name }) => name)})`

const reachable = ({ providers }: Store) =>
  [...providers.values()].filter((provider) => provider.health().state !== 'open')

/**
 * The order's sufficient invoice. If it has none, one for the missing amount is made at the first provider that works.
 * One process calls providers while the others wait for its result; no database connection is held meanwhile.
 * @throws HttpError 503 `provider_unavailable`: nothing was charged, and the order is hidden until it has an invoice; 409
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
 * The order's invoice at one provider for the full missing amount; made now if there is none.
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

/** `until` exactly as the database wrote it, because it releases the lease. `isFirst`: no invoice was requested before. */
export type Lease = { until: string; amountCents: number; isFirst: boolean }

/** Inserted with a new order, so the request that opened it also makes its invoice. */
export const firstLease = (amountCents: number) => ({
  invoicing_until: leaseEnd,
  invoicing_cents: amountCents,
})

const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`
export const leasedUntil = sql<string>`invoicing_until::text`

/**
 * Takes the lease; null while another process holds it. Stores the amount first, so an invoice whose response was lost is
 * recognized at any provider. Locks the order's row before it reads the invoices, because a statement that waits for a lock
 * still sees them as before the wait.
 */
function takeLease({ preparedDb }: Store, orderId: string, sufficient: Sufficient): Promise<Lease | null> {
  return preparedDb.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['status', 'invoicing_cents'])
      .where('id', '=', orderId)
      .forNoKeyUpdate() // another transaction may insert an invoice of this order meanwhile
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

/** Makes the invoice at the first provider that responds, with one deadline for all. */
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
  // A provider that timed out may still make the invoice, so the lease is left to expire.
  if (!isMakingOne) await giveBack(store, orderId, lease)
  throw providerDown()
}

const shareOf = (deadline: AbortSignal, count: number): AbortSignal =>
  AbortSignal.any([deadline, AbortSignal.timeout(SHARED_MS / count)])

/** Contains nothing that leads to the order's id: anyone with a payment link sees the provider's page. */
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

/** Looks for an invoice whose response may have been lost before creating one. @throws ProviderError also for too small an amount */
async function askForInvoice(
  provider: PaymentProvider,
  request: NewInvoice,
  { isFirst }: Lease,
  signal: AbortSignal,
): Promise<Invoice> {
  if (request.amountCents < (await provider.minimumCents(signal)))
    throw new ProviderError(`${provider.name} takes no payment as small as this`, 400)
  const [lost] = isFirst ? [] : await provider.findInvoices(request, signal) // nobody knows the addresses of the others
  return lost ?? provider.createInvoice(request, signal)
}

/**
 * Ends the lease and stores its invoice in one statement. An order that received money can be paid until its newest invoice,
 * which asks for the rest, expires; no other invoice extends it.
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
