import type { OrderStatus } from '@nofiller/contract/order-status'
import { sql } from 'kysely'
import { grant } from '../library/grants.ts'
import type { Snapshot } from '../payments/provider.ts'
import type { Tx } from '../platform/database/database.ts'
import type { OrderRow } from '../platform/database/tables.ts'
import type { Store } from '../store.ts'
import { type Decision, decide } from './decide.ts'
import { writeSale } from './ledger.ts'
import { queueReceipt } from './mails.ts'
import { nextCheckSeconds, PROVIDER_HORIZON_DAYS } from './read-back.ts'

/**
 * Brings an order to what its invoices say. With `checkout`, which closes what nobody paid, the only code that writes an order's status: one transaction, the order row
 * locked, so that paid, granted, booked and mailed happen together or not at all, and happen once.
 */
export async function settle(
  store: Store,
  orderId: string,
  seen: readonly Snapshot[],
): Promise<OrderStatus | null> {
  const settled = await store.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return null
    const decision = decide(stateOf(order), seen, store.config.PAYMENT_TOLERANCE_PERCENT)
    await writeDecision(store, tx, order, decision)
    await keepPayments(tx, store.provider.name, orderId, seen)
    await openCases(tx, order, decision, seen)
    if (decision.status === 'PAID' && order.status !== 'PAID') await deliver(store, tx, order)
    return { before: order.status, after: decision.status, review: decision.flags.includes('review') }
  })
  if (settled?.review)
    store.log.error(
      { orderId },
      'an order needs review: its invoice does not match it, or has an unknown status',
    )
  if (settled && settled.before !== settled.after) store.log.info({ orderId, ...settled }, 'order settled')
  return settled?.after ?? null
}

type LockedOrder = OrderRow & { age_seconds: number; overdue: boolean; beyond_horizon: boolean }

const lockOrder = (tx: Tx, orderId: string): Promise<LockedOrder | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .select([
      sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'),
      sql<boolean>`expires_at <= now()`.as('overdue'),
      sql<boolean>`expires_at + make_interval(days => ${PROVIDER_HORIZON_DAYS}) <= now()`.as(
        'beyond_horizon',
      ),
    ])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

const stateOf = (order: LockedOrder) => ({
  id: order.id,
  status: order.status,
  flags: order.flags,
  priceCents: order.price_cents,
  currency: order.currency,
  overdue: order.overdue,
  beyondHorizon: order.beyond_horizon,
})

async function writeDecision(
  store: Store,
  tx: Tx,
  order: LockedOrder,
  { status, flags, providerStatus }: Decision,
): Promise<void> {
  const done = status === 'PAID' || order.beyond_horizon
  const pause = nextCheckSeconds(order.age_seconds) * store.config.PAYMENT_POLL_SCALE
  await tx
    .updateTable('orders')
    .set({
      status,
      flags,
      provider_status: providerStatus ?? order.provider_status,
      ...(status === 'PAID' && order.status !== 'PAID' && { paid_at: sql<Date>`clock_timestamp()` }),
      next_check_at: done ? null : sql<Date>`now() + make_interval(secs => ${pause})`,
    })
    .where('id', '=', order.id)
    .execute()
  if (status !== order.status) await addEvent(tx, order.id, status, { from: order.status, flags })
}

export const addEvent = (tx: Tx, orderId: string, kind: string, detail: object) =>
  tx
    .insertInto('order_events')
    .values({ order_id: orderId, kind, detail: JSON.stringify(detail) })
    .execute()

async function keepPayments(
  tx: Tx,
  provider: string,
  orderId: string,
  seen: readonly Snapshot[],
): Promise<void> {
  for (const payment of seen.flatMap((snapshot) => snapshot.payments)) {
    const values = {
      coin: payment.coin,
      amount_cents: payment.amountCents,
      confirmed: payment.confirmed,
      transaction_id: payment.transactionId,
    }
    await tx
      .insertInto('provider_payments')
      .values({ provider, provider_payment_id: payment.id, order_id: orderId, ...values })
      .onConflict((known) =>
        known
          .columns(['provider', 'provider_payment_id'])
          .doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
      )
      .execute()
  }
}

/** Money that bought nothing is never swallowed: somebody looks at it. */
async function openCases(
  tx: Tx,
  order: LockedOrder,
  { flags, mismatched }: Decision,
  seen: readonly Snapshot[],
): Promise<void> {
  if (flags.includes('overpaid'))
    await openCase(tx, order.id, 'overpaid', { received: seen.map((snapshot) => snapshot.receivedCents) })
  if (mismatched.some((snapshot) => snapshot.receivedCents > 0))
    await openCase(tx, order.id, 'mismatch', { invoices: mismatched })
}

const openCase = (tx: Tx, orderId: string, kind: 'overpaid' | 'mismatch' | 'paid_twice', detail: object) =>
  tx
    .insertInto('payment_cases')
    .values({ order_id: orderId, kind, detail: JSON.stringify(detail) })
    .onConflict((known) => known.doNothing())
    .execute()

/** Grants the goods, books the sale, counts it for the game and queues the receipt. */
async function deliver(store: Store, tx: Tx, order: LockedOrder): Promise<void> {
  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const granted: boolean[] = []
  for (const item of items)
    granted.push(
      await grant(tx, {
        accountId: order.account_id,
        gameId: order.game_id,
        fileId: item.file_id,
        orderId: order.id,
      }),
    )
  if (granted.includes(false)) await openCase(tx, order.id, 'paid_twice', { items })
  await writeSale(tx, order)
  await tx
    .updateTable('games')
    .set((eb) => ({ sales: eb('sales', '+', 1), revenue_cents: eb('revenue_cents', '+', order.price_cents) }))
    .where('id', '=', order.game_id)
    .execute()
  await addEvent(tx, order.id, 'delivered', { items: items.length })
  await queueReceipt(store, tx, order, items)
}
