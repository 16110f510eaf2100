import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPEN_STATUSES } from '@nofiller/contract/order-status'
import type { CheckoutBody } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Invoice } from '../payments/provider.ts'
import type { Tx } from '../platform/database/database.ts'
import { violates } from '../platform/database/database.ts'
import { unavailable, unprocessable } from '../platform/http/errors.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { type Goods, priceGoods } from './goods.ts'
import { addEvent } from './settle.ts'

/** For all that is asked of the provider in one checkout, so that a click is answered in time. */
const PROVIDER_MS = 10_000
/** Longer than that, so that two processes never ask for the same invoice at once. */
const LEASE_SECONDS = 15
const WAIT_FOR_OTHER_MS = 8_000

/**
 * Opens an order for a game's base or for some of its extras, or answers the buyer's open order for the same goods.
 * Prices are the store's, in cents; what the client believes they are is only compared.
 * @throws HttpError 409 `already_owned` `price_changed`, 400 `game_is_free` `bad_items`, 422 on `email`, 503 `provider_down`
 * document 2 §7, decisions §5
 */
export async function checkout(
  store: Store,
  buyer: Account,
  wanted: CheckoutBody,
): Promise<{ orderId: string; invoiceUrl: string }> {
  if (wanted.email.trim().toLowerCase() !== buyer.email)
    throw unprocessable({ email: 'Use the e-mail address you are signed in with.' })
  const goods = await priceGoods(store.db, buyer.id, wanted)
  const orderId = await openOrderFor(store, buyer, goods)
  return { orderId, invoiceUrl: await ensureInvoice(store, orderId, goods) }
}

/** The buyer's open order for these goods, or a new one. Two at once: a unique index lets one in, the other finds it. */
async function openOrderFor(store: Store, buyer: Account, goods: Goods): Promise<string> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return await store.db
        .transaction()
        .execute(
          async (tx) => (await reusableOrder(tx, buyer.id, goods)) ?? insertOrder(store, tx, buyer, goods),
        )
    } catch (error) {
      if (!violates(error, 'orders_one_open')) throw error
    }
  }
  throw unavailable('Checkout failed', 'busy', 2)
}

/**
 * An open order is answered again while it can be paid at today's price, and so is a closed one on which money is on its
 * way, because the buyer would pay twice (decisions §5). An open order of another price or past its time makes room.
 */
async function reusableOrder(tx: Tx, buyerId: string, goods: Goods): Promise<string | null> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'price_cents', sql<boolean>`expires_at <= now()`.as('overdue')])
    .where('account_id', '=', buyerId)
    .where('goods_key', '=', goods.key)
    .where((eb) =>
      eb.or([
        eb('status', 'in', OPEN_STATUSES),
        eb.and([
          eb('status', '!=', 'PAID'),
          eb('next_check_at', 'is not', null), // once nobody looks any more, what is left is for support
          sql<boolean>`flags && '{late,underpaid}'`,
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return null
  const untouched = order.status === 'CREATED' || order.status === 'WAITING'
  const stale = order.overdue || order.price_cents !== goods.priceCents
  if (!untouched || !stale) return order.id
  const status = order.overdue ? 'EXPIRED' : 'CANCELLED'
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
  await addEvent(tx, order.id, status, {
    from: order.status,
    reason: order.overdue ? 'deadline' : 'price changed',
  })
  return null
}

async function insertOrder({ config }: Store, tx: Tx, buyer: Account, goods: Goods): Promise<string> {
  const id = randomUUID() // v4: knowing it must mean having been given it
  await tx
    .insertInto('orders')
    .values({
      id,
      account_id: buyer.id,
      email: buyer.email,
      game_id: goods.gameId,
      game_title: goods.gameTitle,
      mode: goods.mode,
      goods_key: goods.key,
      price_cents: goods.priceCents,
      expires_at: sql`now() + make_interval(mins => ${config.INVOICE_TTL_MINUTES})`,
      next_check_at: sql`now() + make_interval(secs => ${15 * config.PAYMENT_POLL_SCALE})`,
    })
    .execute()
  const items = goods.items.map((item, position) => ({
    order_id: id,
    position,
    kind: item.kind,
    file_id: item.fileId,
    title: item.title,
    price_cents: item.priceCents,
  }))
  await tx.insertInto('order_items').values(items).execute()
  await addEvent(tx, id, 'CREATED', { priceCents: goods.priceCents })
  return id
}

/**
 * The order's invoice, made now if it has none. One process asks the provider while the others wait for what it gets; no
 * database connection is held meanwhile.
 * @throws HttpError 503 `provider_down`: nothing was charged, and the order shows nowhere until it has an invoice
 */
async function ensureInvoice(store: Store, orderId: string, goods: Goods): Promise<string> {
  for (const until = Date.now() + WAIT_FOR_OTHER_MS; Date.now() < until; await sleep(100)) {
    const url = await invoiceUrlOf(store, orderId)
    if (url) return url
    const lease = await takeLease(store, orderId)
    if (lease) return createInvoice(store, orderId, goods, lease)
  }
  throw unavailable('Something went wrong creating the checkout', 'provider_down', 10)
}

async function invoiceUrlOf({ db }: Store, orderId: string): Promise<string | undefined> {
  const invoice = await db
    .selectFrom('invoices')
    .select('url')
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return invoice?.url
}

/** Answers the lease as the database wrote it, by which it is given back; null while another has it. */
async function takeLease({ db }: Store, orderId: string): Promise<string | null> {
  const taken = await db
    .updateTable('orders')
    .set({ invoicing_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', orderId)
    .where((eb) => eb.or([eb('invoicing_until', 'is', null), eb('invoicing_until', '<', sql<Date>`now()`)]))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('invoices').select('id').where('order_id', '=', orderId))))
    .returning(sql<string>`invoicing_until::text`.as('lease'))
    .executeTakeFirst()
  return taken?.lease ?? null
}

const giveBack = ({ db }: Store, orderId: string, lease: string) =>
  db
    .updateTable('orders')
    .set({ invoicing_until: null })
    .where('id', '=', orderId)
    .where('invoicing_until', '=', sql<Date>`${lease}::timestamptz`)
    .execute()

async function createInvoice(store: Store, orderId: string, goods: Goods, lease: string): Promise<string> {
  const { provider, config, log } = store
  const deadline = AbortSignal.timeout(PROVIDER_MS)
  try {
    const invoice = await askForInvoice()
    await keepInvoice(store, orderId, invoice)
    return invoice.url
  } catch (error) {
    log.error({ err: error, orderId }, 'no invoice could be made')
    // After the deadline the provider may still be making one: the lease then runs out by itself.
    if (!deadline.aborted) await giveBack(store, orderId, lease)
    throw unavailable('Something went wrong creating the checkout', 'provider_down', 10)
  }

  /** An invoice whose answer got lost is found again instead of making a second one. */
  async function askForInvoice(): Promise<Invoice> {
    const [lost] = await provider.findInvoices(orderId, deadline)
    return (
      lost ??
      provider.createInvoice(
        {
          orderId,
          amountCents: goods.priceCents,
          currency: 'USD',
          description: `Order ${orderId.slice(0, 8)}`,
          successUrl: `${config.publicUrl}/thank-you?order=${orderId}`,
          cancelUrl: `${config.publicUrl}/cancelled`,
          expiresInSeconds: config.INVOICE_TTL_MINUTES * 60,
        },
        deadline,
      )
    )
  }
}

async function keepInvoice({ db, provider }: Store, orderId: string, invoice: Invoice): Promise<void> {
  await db
    .insertInto('invoices')
    .values({
      id: uuid(),
      order_id: orderId,
      provider: provider.name,
      provider_invoice_id: invoice.providerInvoiceId,
      url: invoice.url,
      expires_at: invoice.expiresAt,
    })
    .onConflict((known) => known.doNothing())
    .execute()
}
