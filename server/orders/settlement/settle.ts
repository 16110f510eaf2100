import { type OperationNodeSource, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { boughtDelete } from '../../basket/remove-bought.ts'
import { grantAll } from '../../library/grants.ts'
import { HORIZON_DAYS, invoiceKey, isProviderName, type ProviderSnapshot } from '../../payments/provider.ts'
import type { Tx } from '../../platform/database/database.ts'
import { writeTogether } from '../../platform/database/write-together.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import { lockEnd } from '../../sales/price-lock.ts'
import type { Store } from '../../store.ts'
import { paidEventsInsert } from '../../webhooks/order-events.ts'
import {
  casesOf,
  closeReturned,
  closeReview,
  closeUnderpaid,
  concernsBuyer,
  type NewCase,
  openCase,
} from '../cases/resolve-case.ts'
import { type LockedPrice, lockedPrice } from '../checkout/risen-price.ts'
import {
  type MailedOrder,
  queueCaseMail,
  queueClosedShort,
  queuePaymentUpdate,
  queueReceipt,
} from '../emails.ts'
import { eventsInsert, type OrderEvent } from '../events.ts'
import { type Decision, decide, type OrderState } from './decide.ts'
import { correctFee, type SoldItem, saleInsert } from './ledger.ts'
import { nextCheckSeconds } from './poll-schedule.ts'
import { answered, lastSnapshots, type Reading, readingsUpsert, storedReadings } from './readings.ts'
import { paymentWrites, recordedSteps } from './record-payments.ts'

/**
 * Brings an order to the state of its invoices. Apart from `checkout`, which closes unpaid orders, this is the only code that
 * writes an order's status. In one transaction, with the order row locked, it writes status, grants, ledger, emails and
 * payment cases, all or none, exactly once.
 */
export async function settle(
  store: Store,
  orderId: string,
  readings: readonly Reading[],
): Promise<Settled | null> {
  const settled = await store.preparedDb.transaction().execute(async (tx) => {
    const unsettled = await lockOrder(tx, orderId)
    if (!unsettled) return null
    const { invoices, stored, recorded, isUnderpaid } = await whatIsKnown(tx, orderId)
    const locked = { ...unsettled, beyond_horizon: isBeyondHorizon(store, unsettled, invoices) }
    const order = readings.some(({ snapshots }) => snapshots === null) ? waiting(locked) : locked
    const news = answered(readings)
    const snapshots = lastSnapshots(stored, news)
    await writeTogether(tx, [
      ...(news.length > 0 ? [readingsUpsert(tx, orderId, news)] : []),
      ...paymentWrites(tx, orderId, snapshots, recorded),
    ])
    const price = await lockedPrice(tx, order)
    const decision = decide(
      stateOf(order, invoices, price),
      snapshots,
      store.config.PAYMENT_TOLERANCE_PERCENT,
    )
    if (order.is_awaited && decision.receivedCents < order.received_cents) return null // stored by no reading yet
    const becomesPaid = decision.status === 'PAID' && order.status !== 'PAID'
    const delivery = becomesPaid ? await deliver(store, tx, order, decision.feeCents ?? 0) : NOTHING
    const events = [...statusEvents(order, decision), ...delivery.events]
    await writeTogether(tx, [
      decisionUpdate(store, tx, order, decision, price),
      ...delivery.writes,
      ...(events.length > 0 ? [eventsInsert(tx, orderId, events)] : []),
      store.orderChanged.announcement(orderId),
    ])
    if (becomesPaid && isUnderpaid) await closeUnderpaid(tx, orderId)
    await mailReceipt(store, tx, order, delivery)
    if (order.status === 'PAID' && decision.feeCents !== null)
      await correctFee(tx, order.id, decision.feeCents)
    const cases = casesOf(decision, snapshots, { ...delivery, isClosed: order.beyond_horizon })
    await updateCases(store, tx, order, { cases, decision })
    return { order, decision, snapshots, invoices, granted: delivery.granted }
  })
  if (settled) logSettled(store, settled)
  return settled
}

type Settled = {
  order: LockedOrder
  decision: Decision
  snapshots: ProviderSnapshot[]
  /** The invoices that the store made for the order. */
  invoices: OwnInvoice[]
  granted: Delivery['granted']
}

function logSettled({ log }: Store, { order, decision, granted }: Settled): void {
  const { id: orderId, account_id: accountId, status: before } = order
  if (decision.flags.includes('review'))
    log.error({ orderId }, 'an order needs review: its invoice does not match it, or says something unusual')
  if (before !== decision.status)
    logEvent(log, 'order_settled', { orderId, accountId, before, after: decision.status })
  for (const { gameId, fileId } of granted) logEvent(log, 'granted', { accountId, gameId, fileId, orderId })
}

/** Opens new cases, closes settled ones, and emails the buyer either about a case or about the state of the money. */
async function updateCases(
  store: Store,
  tx: Tx,
  order: LockedOrder,
  { cases, decision }: { cases: readonly NewCase[]; decision: Decision },
): Promise<void> {
  for (const newCase of cases) {
    const news = await openCase(store, tx, order, newCase)
    if (news && concernsBuyer(news, decision)) await queueCaseMail(store, tx, order, news)
  }
  if (order.flags.includes('review') && !decision.flags.includes('review')) await closeReview(tx, order.id)
  if (decision.status !== 'PAID' && decision.receivedCents === 0) await closeReturned(tx, order.id)
  const left = cases.find(({ kind }) => kind === 'underpaid')
  if (left && order.beyond_horizon)
    await queueClosedShort(store, tx, order, { ...left, amountCents: decision.receivedCents })
  else if (!cases.some((newCase) => concernsBuyer(newCase, decision)))
    await queuePaymentUpdate(store, tx, order, decision)
}

type UnsettledOrder = MailedOrder & {
  age_seconds: number
  overdue_seconds: number
  overdue: boolean
  lock_is_over: boolean
  is_awaited: boolean
  wants_receipt: boolean
}
type LockedOrder = UnsettledOrder & { beyond_horizon: boolean }
type OwnInvoice = { provider: string; providerInvoiceId: string; amountCents: number | null }

/** No order expires while a provider is unreachable. */
const waiting = (order: LockedOrder): LockedOrder => ({
  ...order,
  overdue: false,
  beyond_horizon: false,
  is_awaited: true,
})

/** The longest horizon of the providers with an invoice for the order; before it has one, of all in use. */
function isBeyondHorizon(
  { config }: Store,
  { overdue_seconds }: UnsettledOrder,
  invoices: readonly OwnInvoice[],
): boolean {
  const used = invoices.map(({ provider }) => provider).filter(isProviderName)
  const days = (used.length > 0 ? used : config.paymentProviders).map((name) => HORIZON_DAYS[name])
  return overdue_seconds >= Math.max(...days) * 24 * 3_600
}

const lockOrder = (tx: Tx, orderId: string): Promise<UnsettledOrder | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .select([
      // Counted from the newest invoice: an invoice for the rest restarts an old order.
      sql<number>`extract(epoch from now() - greatest(created_at,
        (select max(invoices.created_at) from invoices where order_id = orders.id)))::float8`.as(
        'age_seconds',
      ),
      sql<number>`(select count(distinct game_id) - 1 from order_items where order_id = orders.id)::integer`.as(
        'other_games',
      ),
      sql<number>`extract(epoch from now() - expires_at)::float8`.as('overdue_seconds'),
      sql<boolean>`expires_at <= now()`.as('overdue'),
      sql<boolean>`${lockEnd} <= now()`.as('lock_is_over'),
      sql<boolean>`false`.as('is_awaited'),
      sql<boolean>`(select notify_purchases from accounts where id = account_id)`.as('wants_receipt'),
    ])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

/** Read after the order is locked: a statement that waits for a lock still sees all else as before the wait. */
const whatIsKnown = (tx: Tx, orderId: string) =>
  tx
    .selectNoFrom([
      jsonArrayFrom(
        tx
          .selectFrom('invoices')
          .select(['provider', 'provider_invoice_id as providerInvoiceId', 'amount_cents as amountCents'])
          .where('order_id', '=', orderId),
      ).as('invoices'),
      jsonArrayFrom(storedReadings(tx, orderId)).as('stored'),
      jsonArrayFrom(recordedSteps(tx, orderId)).as('recorded'),
      sql<boolean>`exists (select from payment_cases
        where order_id = ${orderId} and kind = 'underpaid' and resolved_at is null)`.as('isUnderpaid'),
    ])
    .executeTakeFirstOrThrow()

function stateOf(order: LockedOrder, invoices: readonly OwnInvoice[], { risen }: LockedPrice): OrderState {
  return {
    id: order.id,
    status: order.status,
    flags: order.flags,
    priceCents: order.price_cents,
    currency: order.currency,
    asked: new Map(
      invoices.map((invoice) => [invoiceKey(invoice), invoice.amountCents ?? order.price_cents]),
    ),
    invoicingCents: order.invoicing_cents,
    overdue: order.overdue,
    beyondHorizon: order.beyond_horizon,
    risen,
    returnedCents: order.returned_cents,
    returnedUncountedCents: order.returned_uncounted_cents,
  }
}

const released = sql<Date>`coalesce(code_released_at, clock_timestamp())`

/** The order is read exactly when its lock ends, so later money does not count as in time. */
const untilUnlock = sql<Date>`case when price_unlocked_at is null and ${lockEnd} > now() then ${lockEnd} end`

/** The statement that writes a decision. */
function decisionUpdate(
  store: Store,
  tx: Tx,
  order: LockedOrder,
  { status, flags, providerStatus, receivedCents }: Decision,
  { usesCode }: LockedPrice,
) {
  const becomesPaid = status === 'PAID' && order.status !== 'PAID'
  // No event of the order is unread: money that came in time is detected by now.
  const unlocks = order.lock_is_over && !order.is_awaited && order.price_unlocked_at === null
  const done = (status === 'PAID' && !order.is_awaited) || order.beyond_horizon
  const pause = nextCheckSeconds(order.age_seconds) * store.config.PAYMENT_POLL_SCALE
  return tx
    .updateTable('orders')
    .set({
      status,
      flags,
      provider_status: providerStatus ?? order.provider_status,
      received_cents: receivedCents,
      ...(becomesPaid && { paid_at: sql<Date>`clock_timestamp()` }),
      ...(becomesPaid && order.discount_code_id !== null && { code_released_at: usesCode ? null : released }),
      ...(unlocks && { price_unlocked_at: sql<Date>`clock_timestamp()` }),
      ...((unlocks || becomesPaid) && { code_network: null }),
      // With jitter, so orders that were opened together are not always read back together.
      next_check_at: done
        ? null
        : sql<Date>`least(now() + make_interval(secs => ${pause} * (0.8 + 0.4 * random())), ${untilUnlock})`,
    })
    .where('id', '=', order.id)
}

const statusEvents = (order: LockedOrder, { status, flags }: Decision): OrderEvent[] =>
  status === order.status ? [] : [{ kind: status, detail: { from: order.status, flags } }]

type DeliveredItem = Awaited<ReturnType<typeof itemsOf>>[number]
type Delivery = {
  /** What the buyer did not own yet: a game's base (`fileId` null) or extras. */
  granted: DeliveredItem[]
  /** The price of what the buyer owned already, for which this money bought nothing. */
  ownedCents: number
  /** The price of goods that are granted but withheld, because their game was taken down as illegal. */
  withheldCents: number
  /** What the receipt lists: what can be downloaded. */
  receipted: { title: string; price_cents: number }[]
  /** Left to be written with the order. */
  writes: OperationNodeSource[]
  events: OrderEvent[]
}
const NOTHING: Delivery = {
  granted: [],
  ownedCents: 0,
  withheldCents: 0,
  receipted: [],
  writes: [],
  events: [],
}

/**
 * Grants the goods; the sale is booked and counted for each game by what is answered to be written. A sale of what is owned
 * already, or is handed out no more, is a sale like any other: it was paid (requirements 6.10), and what becomes of it is a
 * case.
 */
async function deliver(store: Store, tx: Tx, order: UnsettledOrder, feeCents: number): Promise<Delivery> {
  await lockGames(tx, order.id)
  const items = await itemsOf(tx, order.id)
  const granted = await grantAll(tx, { accountId: order.account_id, orderId: order.id }, items)
  const receipted = items
    .filter((item) => !item.isStopped)
    .map(({ title, priceCents }) => ({ title, price_cents: priceCents }))
  return {
    granted,
    ownedCents: sumOf(items.filter((item) => !granted.includes(item))),
    withheldCents: sumOf(granted.filter((item) => item.isWithheld)),
    receipted,
    writes: [
      salesUpdate(tx, order.id),
      saleInsert(tx, order.id, items, {
        feeCents,
        platformSharePercent: store.config.PLATFORM_SHARE_PERCENT,
      }),
      boughtDelete(tx, order),
      paidEventsInsert(order.id),
    ],
    events: receipted.length > 0 ? [{ kind: 'delivered', detail: { items: receipted.length } }] : [],
  }
}

const sumOf = (items: readonly SoldItem[]): number => items.reduce((sum, item) => sum + item.priceCents, 0)

async function mailReceipt(store: Store, tx: Tx, order: UnsettledOrder, { receipted }: Delivery) {
  if (receipted.length > 0 && order.wants_receipt) await queueReceipt(store, tx, order, receipted)
}

/** Delivers a free order in the transaction that made it. */
export async function deliverFree(store: Store, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`order ${orderId} was not made`)
  const delivery = await deliver(store, tx, order, 0)
  const paid: OrderEvent = { kind: 'PAID', detail: { from: 'CREATED', flags: [] } }
  await writeTogether(tx, [
    ...delivery.writes,
    eventsInsert(tx, orderId, [paid, ...delivery.events]),
    store.orderChanged.announcement(orderId),
  ])
  await mailReceipt(store, tx, order, delivery)
}

/** Whether a game was permanently taken down as illegal; a game on hold only waits for a decision. */
const isWithheld = sql<boolean>`games.is_illegal and not exists (
  select from game_holds where game_holds.game_id = games.id and game_holds.ended_at is null)`

/** Locks an order's games in the order of their ids: two orders never wait for each other. */
const lockGames = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('games')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('order_items').select('game_id').where('order_id', '=', orderId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Read after the games are locked, because whether they are held stands in rows of its own. */
const itemsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('games', 'games.id', 'item.game_id')
    .select([
      'item.position',
      'item.game_id as gameId',
      'item.file_id as fileId',
      'item.title',
      'item.price_cents as priceCents',
      'item.refunded_cents as refundedCents',
      'games.developer_id as developerId',
      sql<boolean>`downloads_stopped(games)`.as('isStopped'),
      isWithheld.as('isWithheld'),
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('item.position')
    .execute()

/** The statement that counts an order for each of its games, which are locked. */
const salesUpdate = (tx: Tx, orderId: string) =>
  tx
    .updateTable('games')
    .from(
      tx
        .selectFrom('order_items')
        .select((eb) => ['game_id', eb.fn.sum<number>('price_cents').as('cents')])
        .where('order_id', '=', orderId)
        .groupBy('game_id')
        .as('sold'),
    )
    .set((eb) => ({
      sales: eb('sales', '+', 1),
      revenue_cents: eb('revenue_cents', '+', eb.ref('sold.cents')),
    }))
    .whereRef('games.id', '=', 'sold.game_id')
