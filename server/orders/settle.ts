import { sql } from 'kysely'
import { grant } from '../library/grants.ts'
import { HORIZON_DAYS, type Snapshot } from '../payments/provider.ts'
import type { Tx } from '../platform/database/database.ts'
import type { OrderRow } from '../platform/database/tables.ts'
import { logEvent } from '../platform/log.ts'
import type { Store } from '../store.ts'
import { casesOf, closeReview, closeUnderpaid, concernsBuyer, type FoundCase, openCase } from './cases.ts'
import { type Decision, decide, type OrderState } from './decide.ts'
import { addEvent } from './events.ts'
import { keepPayments } from './keep-payments.ts'
import { correctFee, writeSale } from './ledger.ts'
import { queueCaseMail, queueReceipt, queueTidings } from './mails.ts'
import { nextCheckSeconds } from './read-back.ts'

/**
 * Brings an order to what its invoices say. With `checkout`, which closes what nobody paid, the only code that writes an
 * order's status: one transaction, the order row locked, so that paid, granted, booked, mailed and the cases of what was
 * paid for nothing happen together or not at all, and happen once.
 */
export async function settle(
  store: Store,
  orderId: string,
  seen: readonly Snapshot[],
): Promise<Decision | null> {
  const settled = await store.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId, HORIZON_DAYS[store.config.PAYMENT_PROVIDER])
    if (!order) return null
    const decision = decide(await stateOf(tx, order), seen, store.config.PAYMENT_TOLERANCE_PERCENT)
    await keepPayments(tx, store.provider.name, orderId, seen)
    await writeDecision(store, tx, order, decision)
    const becomesPaid = decision.status === 'PAID' && order.status !== 'PAID'
    const delivery = becomesPaid ? await deliver(store, tx, order, decision.feeCents ?? 0) : NOTHING
    if (order.status === 'PAID' && decision.feeCents !== null) await correctFee(tx, order, decision.feeCents)
    const cases = casesOf(decision, seen, { ...delivery, isClosed: order.beyond_horizon })
    await keepCases(store, tx, order, { cases, decision })
    return { order, decision, granted: delivery.granted }
  })
  if (!settled) return null
  logSettled(store, settled)
  return settled.decision
}

type Settled = { order: LockedOrder; decision: Decision; granted: Delivery['granted'] }

function logSettled({ log }: Store, { order, decision, granted }: Settled): void {
  const { id: orderId, account_id: accountId, game_id: gameId, status: before } = order
  if (decision.flags.includes('review'))
    log.error({ orderId }, 'an order needs review: its invoice does not match it, or says something unusual')
  if (before !== decision.status)
    logEvent(log, 'order_settled', { orderId, accountId, before, after: decision.status })
  for (const fileId of granted) logEvent(log, 'granted', { accountId, gameId, fileId, orderId })
}

/** Opens what a look found, closes what has become clear, and tells the buyer of either the case or the state of the money. */
async function keepCases(
  store: Store,
  tx: Tx,
  order: LockedOrder,
  { cases, decision }: { cases: readonly FoundCase[]; decision: Decision },
): Promise<void> {
  for (const found of cases) {
    const isNews = await openCase(store, tx, order, found)
    if (isNews && concernsBuyer(found, decision)) await queueCaseMail(store, tx, order, found)
  }
  if (order.flags.includes('review') && !decision.flags.includes('review')) await closeReview(tx, order.id)
  if (!cases.some((found) => concernsBuyer(found, decision))) await queueTidings(store, tx, order, decision)
}

type LockedOrder = OrderRow & { age_seconds: number; overdue: boolean; beyond_horizon: boolean }

const lockOrder = (tx: Tx, orderId: string, horizonDays: number): Promise<LockedOrder | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .select([
      // Of the newest invoice: one for the rest makes an old order young again.
      sql<number>`extract(epoch from now() - greatest(created_at,
        (select max(invoices.created_at) from invoices where order_id = orders.id)))::float8`.as(
        'age_seconds',
      ),
      sql<boolean>`expires_at <= now()`.as('overdue'),
      sql<boolean>`expires_at + make_interval(days => ${horizonDays}) <= now()`.as('beyond_horizon'),
    ])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

async function stateOf(tx: Tx, order: LockedOrder): Promise<OrderState> {
  const invoices = await tx
    .selectFrom('invoices')
    .select(['provider_invoice_id', 'amount_cents'])
    .where('order_id', '=', order.id)
    .execute()
  return {
    id: order.id,
    status: order.status,
    flags: order.flags,
    priceCents: order.price_cents,
    currency: order.currency,
    asked: new Map(
      invoices.map((invoice) => [invoice.provider_invoice_id, invoice.amount_cents ?? order.price_cents]),
    ),
    invoicingCents: order.invoicing_cents,
    overdue: order.overdue,
    beyondHorizon: order.beyond_horizon,
  }
}

async function writeDecision(
  store: Store,
  tx: Tx,
  order: LockedOrder,
  { status, flags, providerStatus, receivedCents }: Decision,
): Promise<void> {
  const done = status === 'PAID' || order.beyond_horizon
  const pause = nextCheckSeconds(order.age_seconds) * store.config.PAYMENT_POLL_SCALE
  await tx
    .updateTable('orders')
    .set({
      status,
      flags,
      provider_status: providerStatus ?? order.provider_status,
      received_cents: receivedCents,
      ...(status === 'PAID' && order.status !== 'PAID' && { paid_at: sql<Date>`clock_timestamp()` }),
      // Unevenly, so that orders opened together are not asked after together for ever.
      next_check_at: done
        ? null
        : sql<Date>`now() + make_interval(secs => ${pause} * (0.8 + 0.4 * random()))`,
    })
    .where('id', '=', order.id)
    .execute()
  if (status !== order.status) await addEvent(tx, order.id, status, { from: order.status, flags })
}

type Delivery = {
  /** What the buyer did not own yet: the base (null) or extras. */
  granted: (string | null)[]
  /** The price of what the buyer owned already, for which this money bought nothing. */
  ownedCents: number
  /** The price of what is granted and handed to nobody, because the game was taken down as illegal. */
  withheldCents: number
}
const NOTHING: Delivery = { granted: [], ownedCents: 0, withheldCents: 0 }

/**
 * Grants the goods, books the sale, counts it for the game and queues the receipt. A sale of what is owned already, or is
 * handed out no more, is a sale like any other: it was paid (decisions §5), and what becomes of it is a case.
 */
async function deliver(store: Store, tx: Tx, order: LockedOrder, feeCents: number): Promise<Delivery> {
  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const granted: Delivery['granted'] = []
  let ownedCents = 0
  for (const { file_id: fileId, price_cents } of items) {
    const goods = { gameId: order.game_id, fileId, orderId: order.id }
    if (await grant(tx, { accountId: order.account_id, ...goods })) granted.push(fileId)
    else ownedCents += price_cents
  }
  await writeSale(tx, order, { feeCents, platformSharePercent: store.config.PLATFORM_SHARE_PERCENT })
  const game = await tx
    .updateTable('games')
    .set((eb) => ({ sales: eb('sales', '+', 1), revenue_cents: eb('revenue_cents', '+', order.price_cents) }))
    .where('id', '=', order.game_id)
    .returning('is_illegal')
    .executeTakeFirstOrThrow()
  await closeUnderpaid(tx, order.id)
  if (game.is_illegal) return { granted, ownedCents, withheldCents: order.price_cents - ownedCents }
  await addEvent(tx, order.id, 'delivered', { items: items.length })
  await queueReceipt(store, tx, order, items)
  return { granted, ownedCents, withheldCents: 0 }
}
