import { sql } from 'kysely'
import { furthest, type Payment, type Snapshot, type Stage } from '../payments/provider.ts'
import type { Tx } from '../platform/database/database.ts'
import { addEvent } from './events.ts'

const STEPS = ['coin_chosen', 'payment_seen', 'payment_confirmed'] as const

/**
 * Keeps the payments of an order as they were read back, and how far each invoice has come. A payment's coin, its first
 * sight and its confirmation are written into the order's story once each, however often they are read.
 */
export async function keepPayments(
  tx: Tx,
  provider: string,
  orderId: string,
  seen: readonly Snapshot[],
): Promise<void> {
  await keepStages(tx, provider, seen)
  const told = await stepsTold(tx, orderId)
  for (const { stage, payments } of seen)
    for (const payment of payments) {
      await keepPayment(tx, provider, orderId, payment)
      for (const step of stepsOf(payment, stage))
        if (!told.has(`${step} ${payment.id}`))
          await addEvent(tx, orderId, step, {
            paymentId: payment.id,
            coin: payment.coin,
            amountCents: payment.amountCents > 0 ? payment.amountCents : null,
            transactionId: payment.transactionId,
          })
    }
}

/** Several snapshots may speak of one invoice. */
async function keepStages(tx: Tx, provider: string, seen: readonly Snapshot[]): Promise<void> {
  for (const [id, snapshots] of Map.groupBy(seen, (snapshot) => snapshot.providerInvoiceId))
    await tx
      .updateTable('invoices')
      .set({ stage: furthest(snapshots.map((snapshot) => snapshot.stage)) ?? null })
      .where('provider', '=', provider)
      .where('provider_invoice_id', '=', id)
      .execute()
}

async function stepsTold(tx: Tx, orderId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('order_events')
    .select(['kind', sql<string>`detail->>'paymentId'`.as('paymentId')])
    .where('order_id', '=', orderId)
    .where('kind', 'in', STEPS)
    .execute()
  return new Set(rows.map(({ kind, paymentId }) => `${kind} ${paymentId}`))
}

function stepsOf({ coin, amountCents, confirmed }: Payment, stage: Stage): (typeof STEPS)[number][] {
  const isSeen = amountCents > 0 || stage === 'seen'
  const reached = { coin_chosen: coin !== null, payment_seen: isSeen, payment_confirmed: isSeen && confirmed }
  return STEPS.filter((step) => reached[step])
}

async function keepPayment(tx: Tx, provider: string, orderId: string, payment: Payment): Promise<void> {
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
