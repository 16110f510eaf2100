import { randomUUID } from 'node:crypto'
import { OPEN_STATUSES } from '@nofiller/contract/order-status'
import type { CheckoutBody } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { violates } from '../platform/database/database.ts'
import { badRequest, unavailable, unprocessable } from '../platform/http/errors.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { addEvent } from './events.ts'
import { type Goods, priceGoods } from './goods.ts'
import { anyInvoice, ensureInvoice, providerDeadline, tooSmall } from './invoice.ts'

/**
 * Opens an order for a game's base or for some of its extras, or answers the buyer's open order for the same goods.
 * Prices are the store's, in cents; what the client believes they are is only compared.
 * @throws HttpError 409 `already_owned` `price_changed`, 400 `game_is_free` `bad_items` `price_too_small`, 422 on `email`, 503 `provider_down`
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
  const deadline = providerDeadline()
  await refuseTooSmall(store, goods, deadline)
  const orderId = await openOrderFor(store, buyer, goods)
  return { orderId, invoiceUrl: await ensureInvoice(store, orderId, anyInvoice, deadline) }
}

async function refuseTooSmall(store: Store, goods: Goods, deadline: AbortSignal): Promise<void> {
  const problem = await tooSmall(store, goods.priceCents, deadline)
  if (problem) throw badRequest('price_too_small', `This costs ${problem}`)
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
