import { setTimeout as sleep } from 'node:timers/promises'
import { dollarsOf, showPrice } from '@nofiller/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Invoice, NewInvoice } from '../payments/provider.ts'
import { type HttpError, unavailable } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'

/** For all that is asked of the provider in one call, so that a click is answered in time. */
const PROVIDER_MS = 10_000
/** Longer than that, so that two processes never ask for the same invoice at once. */
const LEASE_SECONDS = 15
const WAIT_FOR_OTHER_MS = 8_000
const FIRST_LOOK_SECONDS = 15

export const providerDeadline = (): AbortSignal => AbortSignal.timeout(PROVIDER_MS)

export const providerDown = (): HttpError =>
  unavailable('Something went wrong creating the checkout', 'provider_down', 10)

/** Which of an order's invoices make another one needless. */
export type Sufficient = RawBuilder<boolean>
export const anyInvoice: Sufficient = sql<boolean>`true`
/** One that takes money as far as the store knows: before its end, and not closed at the provider. */
export const openInvoice: Sufficient = sql<boolean>`invoices.expires_at > now()
  and coalesce(invoices.stage in ('new', 'waiting', 'seen', 'partial', 'unknown'), true)`

/**
 * What no coin can pay is not asked for: the provider would keep a payment that is too small, and sell nothing for it.
 * @returns a sentence about the smallest payment when an amount is below it, else null
 * @throws HttpError 503 `provider_down`
 */
export async function tooSmall(
  { provider, log }: Store,
  amountCents: number,
  deadline: AbortSignal,
): Promise<string | null> {
  const minimumCents = await provider.minimumCents(deadline).catch((error) => {
    log.error({ err: error }, 'the smallest payment is not known')
    throw providerDown()
  })
  return amountCents < minimumCents
    ? `less than the smallest payment that can be made at the moment, ${showPrice(dollarsOf(minimumCents))}.`
    : null
}

/**
 * The address of the order's sufficient invoice; made now if it has none, for what is missing of the price. One process asks
 * the provider while the others wait for what it gets; no database connection is held meanwhile.
 * @throws HttpError 503 `provider_down`: nothing was charged, and the order shows nowhere until it has an invoice
 */
export async function ensureInvoice(
  store: Store,
  orderId: string,
  sufficient: Sufficient,
  deadline: AbortSignal,
): Promise<string> {
  for (const until = Date.now() + WAIT_FOR_OTHER_MS; Date.now() < until; await sleep(100)) {
    const url = await invoiceUrlOf(store, orderId, sufficient)
    if (url) return url
    const lease = await takeLease(store, orderId, sufficient)
    if (lease) return createInvoice(store, orderId, lease, deadline)
  }
  throw providerDown()
}

export async function invoiceUrlOf(
  { db }: Store,
  orderId: string,
  sufficient: Sufficient,
): Promise<string | undefined> {
  const invoice = await db
    .selectFrom('invoices')
    .select('url')
    .where('order_id', '=', orderId)
    .where(sufficient)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return invoice?.url
}

/** `until` as the database wrote it, by which it is given back. */
type Lease = { until: string; amountCents: number }

/** Null while another has it. What is asked is written down first, by which an invoice whose answer got lost is known again. */
async function takeLease({ db }: Store, orderId: string, sufficient: Sufficient): Promise<Lease | null> {
  const taken = await db
    .updateTable('orders')
    .set({
      invoicing_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`,
      invoicing_cents: sql<number>`price_cents - received_cents`,
    })
    .where('id', '=', orderId)
    .where('status', '!=', 'PAID')
    .where(sql<boolean>`price_cents > received_cents`)
    .where((eb) => eb.or([eb('invoicing_until', 'is', null), eb('invoicing_until', '<', sql<Date>`now()`)]))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('invoices').select('id').where('order_id', '=', orderId).where(sufficient)),
      ),
    )
    .returning([
      sql<string>`invoicing_until::text`.as('until'),
      sql<number>`invoicing_cents`.as('amountCents'),
    ])
    .executeTakeFirst()
  return taken ?? null
}

const giveBack = ({ db }: Store, orderId: string, { until }: Lease) =>
  db
    .updateTable('orders')
    .set({ invoicing_until: null })
    .where('id', '=', orderId)
    .where('invoicing_until', '=', sql<Date>`${until}::timestamptz`)
    .execute()

async function createInvoice(
  store: Store,
  orderId: string,
  lease: Lease,
  deadline: AbortSignal,
): Promise<string> {
  const { provider, config, log } = store
  try {
    const invoice = await askForInvoice()
    await keepInvoice(store, orderId, invoice, lease)
    return invoice.url
  } catch (error) {
    log.error({ err: error, orderId }, 'no invoice could be made')
    // After the deadline the provider may still be making one: the lease then runs out by itself.
    if (!deadline.aborted) await giveBack(store, orderId, lease)
    throw providerDown()
  }

  /** An invoice whose answer got lost is found again instead of making a second one. */
  async function askForInvoice(): Promise<Invoice> {
    const wanted: NewInvoice = {
      orderId,
      amountCents: lease.amountCents,
      currency: 'USD',
      description: `Order ${orderId.slice(0, 8)}`,
      successUrl: `${config.publicUrl}/thank-you?order=${orderId}`,
      cancelUrl: `${config.publicUrl}/cancelled`,
      expiresInSeconds: config.INVOICE_TTL_MINUTES * 60,
    }
    const [lost] = await provider.findInvoices(wanted, deadline) // nobody has the addresses of the others
    return lost ?? provider.createInvoice(wanted, deadline)
  }
}

/**
 * The lease ends with the invoice that it was for, in one transaction. An order can be paid, and is looked after, at least
 * as long as its newest invoice.
 */
async function keepInvoice(
  { db, provider, config }: Store,
  orderId: string,
  invoice: Invoice,
  { amountCents }: Lease,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('orders')
      .set({
        invoicing_until: null,
        expires_at: sql<Date>`greatest(expires_at, ${invoice.expiresAt}::timestamptz)`,
        next_check_at: sql<Date>`case when status = 'PAID' then next_check_at
          else now() + make_interval(secs => ${FIRST_LOOK_SECONDS * config.PAYMENT_POLL_SCALE}) end`,
      })
      .where('id', '=', orderId)
      .execute()
    await tx
      .insertInto('invoices')
      .values({
        id: uuid(),
        order_id: orderId,
        provider: provider.name,
        provider_invoice_id: invoice.providerInvoiceId,
        url: invoice.url,
        amount_cents: amountCents,
        expires_at: invoice.expiresAt,
      })
      .onConflict((known) => known.doNothing())
      .execute()
  })
}
