import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Invoice, NewInvoice } from '../../payments/provider.ts'
import { type HttpError, unavailable } from '../../platform/http/errors.ts'
import type { Store } from '../../store.ts'

/** Bounds all provider calls of one checkout, so that the click is answered in time. */
const PROVIDER_MS = 10_000
/** Longer than the deadline, so that two processes never create the same invoice at once. */
const LEASE_SECONDS = 15
const WAIT_FOR_OTHER_MS = 8_000
const FIRST_LOOK_SECONDS = 15

export const providerDeadline = (): AbortSignal => AbortSignal.timeout(PROVIDER_MS)

export const providerDown = (): HttpError =>
  unavailable('Something went wrong creating the checkout', 'provider_down', 10)

/** Decides which of an order's invoices makes another one unnecessary. */
export type Sufficient = RawBuilder<boolean>
export const anyInvoice: Sufficient = sql<boolean>`true`
/** An invoice that still takes money as far as the store knows: before its end and not closed at the provider. */
export const openInvoice: Sufficient = sql<boolean>`invoices.expires_at > now()
  and coalesce(invoices.stage in ('new', 'waiting', 'seen', 'partial', 'unknown'), true)`

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

/** `until` as the database wrote it; the lease is released by this value. */
type Lease = { until: string; amountCents: number }

/**
 * Takes the lease; null while another process holds it. The amount is stored first, so that an invoice whose response got
 * lost is recognised. The order's row is locked before its invoices are read, because a statement that waits for a lock still
 * sees them as before the wait.
 */
function takeLease({ db }: Store, orderId: string, sufficient: Sufficient): Promise<Lease | null> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
    const taken = await tx
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
  })
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
    await storeInvoice(store, orderId, invoice, lease)
    return invoice.url
  } catch (error) {
    log.error({ err: error, orderId }, 'no invoice could be made')
    // After the deadline the provider may still be making one: the lease then runs out by itself.
    if (!deadline.aborted) await giveBack(store, orderId, lease)
    throw providerDown()
  }

  /** Looks for an invoice whose response got lost before creating one. */
  async function askForInvoice(): Promise<Invoice> {
    const request: NewInvoice = {
      orderId,
      amountCents: lease.amountCents,
      currency: 'USD',
      description: `Order ${orderId.slice(0, 8)}`,
      successUrl: `${config.publicUrl}/thank-you?order=${orderId}`,
      cancelUrl: `${config.publicUrl}/cancelled`,
      expiresInSeconds: config.INVOICE_TTL_MINUTES * 60,
    }
    const [lost] = await provider.findInvoices(request, deadline) // nobody has the addresses of the others
    return lost ?? provider.createInvoice(request, deadline)
  }
}

/**
 * The lease ends with the invoice that it was for, in one transaction. An order can be paid, and is looked after, at least
 * as long as its newest invoice.
 */
async function storeInvoice(
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
