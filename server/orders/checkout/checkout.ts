import { randomUUID } from 'node:crypto'
import type { ResponseBody } from '@nofiller/contract/calls'
import { isOpen, OPEN_STATUSES, type OrderStatus } from '@nofiller/contract/orders/order-status'
import type { CheckoutBody } from '@nofiller/contract/orders/orders'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { violates } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { writeTogether } from '../../platform/database/write-together.ts'
import { badRequest, conflict, unavailable, unprocessable } from '../../platform/http/errors/errors.ts'
import { addressKey } from '../../platform/http/rate-limits.ts'
import { hmac } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import { enteredCode, holdUse, type UsableCode } from '../../sales/discount-codes.ts'
import { holdsCodeUnpaid, lockEnd } from '../../sales/price-lock.ts'
import type { Store } from '../../store.ts'
import { addEvent, eventsInsert } from '../events.ts'
import { newPageToken, paymentPageOf, paymentPageUrl } from '../payment-page/page-address.ts'
import { deliverFree } from '../settlement/settle.ts'
import {
  ensureInvoice,
  firstInvoice,
  firstLease,
  isUsable,
  type Lease,
  leasedUntil,
  providerDeadline,
} from './invoice.ts'
import { tooSmall } from './minimum-payment.ts'
import { type Goods, type Item, priceGoods } from './price-goods.ts'

/**
 * Opens an order for games and extras of one or many developers, or returns the buyer's open order for the same goods.
 * The store sets prices in cents; the client's prices are only compared (requirements 6.1, 6.2).
 * @throws HttpError 409 `own_game` `already_owned` `price_changed`, 400 `game_is_free` `bad_items` `price_too_small`, 422 on `email`, 503 `provider_unavailable`
 */
export async function checkout(
  store: Store,
  buyer: Account,
  input: CheckoutBody,
): Promise<ResponseBody<'POST /api/checkout'>> {
  if (input.email.trim().toLowerCase() !== buyer.email)
    throw unprocessable({ email: 'Use the email address you are logged in with.' })
  const code = await codeOf(store, buyer, input)
  const goods = await priceGoods(store.preparedDb, buyer.id, input, code)
  if (goods.priceCents === 0) return completeFreeOrder(store, buyer, input, code)
  const deadline = providerDeadline()
  await refuseTooSmall(store, goods, deadline)
  const { orderId, made } = await openOrderFor(store, buyer, goods)
  const { url } = made
    ? await firstInvoice(store, orderId, made.lease, deadline)
    : await ensureInvoice(store, orderId, isUsable(store), deadline)
  const payUrl = made
    ? paymentPageUrl(store.config.publicUrl, made.payToken)
    : await paymentPageOf(store, orderId)
  return { orderId, invoiceUrl: url, payUrl }
}

const codeOf = async (store: Store, buyer: Account, { code }: CheckoutBody): Promise<UsableCode | null> =>
  code === undefined ? null : enteredCode(store, code, { address: buyer.address, accountId: buyer.id })

/**
 * Completes an order at once when a discount code brings its price to zero. It is priced again while the buyer's other
 * checkouts are locked out, so a second click cannot use a code twice.
 */
async function completeFreeOrder(
  store: Store,
  buyer: Account,
  input: CheckoutBody,
  code: UsableCode | null,
): Promise<ResponseBody<'POST /api/checkout'>> {
  const orderId = await store.db.transaction().execute(async (tx) => {
    await lockBuyer(tx, buyer.id)
    const goods = await priceGoods(tx, buyer.id, input, code)
    await refuseOrderUnderPayment(tx, buyer.id, goods)
    await closeOverlappingOrders(tx, buyer.id, goods)
    const { orderId: id } = await insertOrder(store, tx, buyer, goods)
    await deliverFree(store, tx, id)
    return id
  })
  logEvent(store.log, 'order_settled', { orderId, accountId: buyer.id, before: 'CREATED', after: 'PAID' })
  return { orderId, invoiceUrl: null, payUrl: null }
}

/** Refuses to price again an order that the buyer is already paying. */
async function refuseOrderUnderPayment(tx: Tx, buyerId: string, goods: Goods): Promise<void> {
  const open = await reusableOrder(tx, buyerId, goods)
  if (open !== null)
    throw conflict('payment_in_progress', 'A payment for this is already under way. Look at your orders.')
}

async function refuseTooSmall(store: Store, goods: Goods, deadline: AbortSignal): Promise<void> {
  const problem = await tooSmall(store, goods.priceCents, deadline)
  if (problem) throw badRequest('price_too_small', `This is ${problem}`)
}

/** `made`: of an order that is new and costs something, the lease to make its invoice, and the token of its payment page. */
type Opened = { orderId: string; made: { lease: Lease; payToken: string } | null }

/** The buyer's open order for these goods, or a new one. A unique index settles concurrent calls. */
async function openOrderFor(store: Store, buyer: Account, goods: Goods): Promise<Opened> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return await store.preparedDb.transaction().execute(async (tx) => {
        await lockBuyer(tx, buyer.id)
        const orderId = await reusableOrder(tx, buyer.id, goods)
        return orderId === null ? openOrder(store, tx, buyer, goods) : { orderId, made: null }
      })
    } catch (error) {
      if (!violates(error, 'orders_one_open')) throw error
    }
  }
  throw unavailable('Checkout failed', 'busy', 2)
}

/**
 * Returns an open order while it can be paid at today's price, and a closed order while unconfirmed money is on it, because
 * the buyer would pay twice (requirements 6.9). Closes an open order that has another price or has expired.
 */
async function reusableOrder(tx: Tx, buyerId: string, goods: Goods): Promise<string | null> {
  const order = await tx
    .selectFrom('orders')
    .select([
      'id',
      'status',
      'price_cents',
      'code_released_at',
      sql<boolean>`${lockEnd} <= now()`.as('overdue'),
    ])
    .where('account_id', '=', buyerId)
    .where('goods_key', '=', goods.key)
    .where((eb) =>
      eb.or([
        eb('status', 'in', OPEN_STATUSES),
        eb.and([
          eb('status', '!=', 'PAID'),
          eb('next_check_at', 'is not', null), // after the last read-back, support handles the rest
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
  const stale = order.overdue || order.price_cents !== goods.priceCents || order.code_released_at !== null
  if (!untouched || !stale) return order.id
  const status = order.overdue ? 'EXPIRED' : 'CANCELLED'
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
  await addEvent(tx, order.id, status, {
    from: order.status,
    reason: order.overdue ? 'deadline' : 'price changed',
  })
  return null
}

async function openOrder(store: Store, tx: Tx, buyer: Account, goods: Goods): Promise<Opened> {
  await closeOverlappingOrders(tx, buyer.id, goods)
  return insertOrder(store, tx, buyer, goods)
}

/** A buyer opens one order at a time: the row lock on the account lets a checkout see the orders before it. */
const lockBuyer = (tx: Tx, buyerId: string) =>
  tx.selectFrom('accounts').select('id').where('id', '=', buyerId).forNoKeyUpdate().execute()

/**
 * Closes untouched orders that share goods with a new one, so only one order asks for the money. A buyer who pays both
 * owns the goods once, and a payment case holds the second payment (requirements 6.10, 6.19).
 */
async function closeOverlappingOrders(tx: Tx, buyerId: string, { key, items }: Goods): Promise<void> {
  const sharing = await tx
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('account_id', '=', buyerId)
    .where('status', 'in', ['CREATED', 'WAITING'])
    .where('goods_key', '!=', key)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('order_items as item')
          .select('item.position')
          .whereRef('item.order_id', '=', 'orders.id')
          .where((of) => of.or(items.map((item) => isItem(of, item)))),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, status } of sharing) {
    await tx.updateTable('orders').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
    await addEvent(tx, id, 'CANCELLED', { from: status, reason: 'shares goods with a newer order' })
  }
}

/**
 * A buyer's orders share one unpaid use of a code: the newest order takes it over. The earlier orders are closed, and if they
 * are paid anyway, the code no longer lowers their price. They are locked before the code's row, as in `settle`.
 */
async function releaseCode(tx: Tx, buyerId: string, codeId: string): Promise<void> {
  const { rows } = await sql<{ id: string; before: OrderStatus }>`
    with held as (
      select id, status from orders
      where discount_code_id = ${codeId} and account_id = ${buyerId} and ${holdsCodeUnpaid}
      order by id for update)
    update orders set code_released_at = now(), code_network = null,
      status = case when held.status = any(${sql.val(OPEN_STATUSES)}) then 'CANCELLED' else held.status end
    from held where orders.id = held.id
    returning orders.id, held.status as before`.execute(tx)
  for (const { id, before } of rows)
    if (isOpen(before))
      await addEvent(tx, id, 'CANCELLED', { from: before, reason: 'its code went to a newer order' })
}

/** Distinguishes one network from another, and reveals nothing else. */
const networkHash = ({ hashKeys }: Store, { address }: Account): Buffer =>
  hmac(hashKeys['network of a code'][0], addressKey(address))

const isItem = (of: ExpressionBuilder<Tables & { item: Tables['order_items'] }, 'item'>, item: Item) =>
  of.and([of('item.game_id', '=', item.gameId), of('item.file_id', 'is not distinct from', item.fileId)])

async function insertOrder(store: Store, tx: Tx, buyer: Account, goods: Goods): Promise<Opened> {
  const { config } = store
  const id = randomUUID() // v4: only a client that was given the id can know it
  const [first] = goods.items
  const network = networkHash(store, buyer)
  if (goods.codeId !== null) {
    await releaseCode(tx, buyer.id, goods.codeId)
    await holdUse(tx, goods.codeId, { accountId: buyer.id, network })
  }
  const isFree = goods.priceCents === 0
  const deadline = sql<Date>`now() + make_interval(mins => ${config.INVOICE_TTL_MINUTES})`
  const order = tx
    .insertInto('orders')
    .values({
      id,
      account_id: buyer.id,
      email: buyer.email,
      id_at_providers: false,
      game_id: first.gameId,
      game_title: first.gameTitle,
      titles: [...new Set(goods.items.map((item) => item.gameTitle))].join(', '),
      mode: first.kind,
      goods_key: goods.key,
      price_cents: goods.priceCents,
      discount_code_id: goods.codeId,
      ...(isFree ? { status: 'PAID', paid_at: sql<Date>`clock_timestamp()` } : firstLease(goods.priceCents)),
      ...(goods.codeId !== null && !isFree && { code_network: network }),
      expires_at: deadline,
      price_locked_until: deadline,
      next_check_at: isFree
        ? null
        : sql<Date>`now() + make_interval(secs => ${15 * config.PAYMENT_POLL_SCALE})`,
    })
    .returning(leasedUntil.as('until'))
  const items = goods.items.map((item, position) => ({
    order_id: id,
    position,
    game_id: item.gameId,
    kind: item.kind,
    file_id: item.fileId,
    title: item.title,
    list_cents: item.listCents,
    price_cents: item.priceCents,
    sale_id: item.sale?.id ?? null,
    bundle_id: item.bundle?.id ?? null,
    discount_code_id: item.code?.id ?? null,
    is_own_price: item.isOwnPrice,
  }))
  const payToken = newPageToken()
  const [opened] = await writeTogether<{ until: string }>(tx, [
    tx.insertInto('order_items').values(items),
    eventsInsert(tx, id, [{ kind: 'CREATED', detail: { priceCents: goods.priceCents } }]),
    ...(isFree ? [] : [tx.insertInto('payment_pages').values({ order_id: id, token: payToken })]),
    order,
  ])
  if (isFree || !opened) return { orderId: id, made: null }
  return {
    orderId: id,
    made: { lease: { until: opened.until, amountCents: goods.priceCents, isFirst: true }, payToken },
  }
}
