import { sql } from 'kysely'
import {
  furthest,
  invoiceKey,
  type Payment,
  type ProviderSnapshot,
  type Stage,
} from '../../payments/provider.ts'
import type { Tx } from '../../platform/database/database.ts'
import { addEvents } from '../events.ts'
import { confirmedCents } from './decide.ts'

const STEPS = ['coin_chosen', 'payment_seen', 'payment_confirmed'] as const

/**
 * Writes an order's payments, and the stage and money of each invoice, as they were read back. A payment's coin, its first appearance
 * and its confirmation become one event each, however often they are read.
 */
export async function recordPayments(
  tx: Tx,
  orderId: string,
  snapshots: readonly ProviderSnapshot[],
): Promise<void> {
  await recordStages(tx, snapshots)
  const recorded = await recordedSteps(tx, orderId)
  for (const { provider, providerInvoiceId, stage, payments } of snapshots)
    for (const payment of payments) {
      await recordPayment(tx, provider, { orderId, providerInvoiceId }, payment)
      const detail = {
        paymentId: payment.id,
        coin: payment.coin,
        amountCents: payment.amountCents > 0 ? payment.amountCents : null,
        transactionId: payment.transactionId,
      }
      const news = stepsOf(payment, stage).filter((step) => !recorded.has(`${step} ${payment.id}`))
      if (news.length > 0)
        await addEvents(
          tx,
          orderId,
          news.map((kind) => ({ kind, detail })),
        )
    }
}

/** Merges snapshots of the same invoice. */
async function recordStages(tx: Tx, snapshots: readonly ProviderSnapshot[]): Promise<void> {
  for (const [first, ...others] of Map.groupBy(snapshots, invoiceKey).values()) {
    if (!first) continue
    const ofInvoice = [first, ...others]
    await tx
      .updateTable('invoices')
      .set({
        stage: furthest(ofInvoice.map(({ stage }) => stage)) ?? null,
        received_cents: ofInvoice.reduce((sum, one) => sum + confirmedCents(one), 0),
      })
      .where('provider', '=', first.provider)
      .where('provider_invoice_id', '=', first.providerInvoiceId)
      .execute()
  }
}

async function recordedSteps(tx: Tx, orderId: string): Promise<Set<string>> {
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

async function recordPayment(
  tx: Tx,
  provider: string,
  { orderId, providerInvoiceId }: { orderId: string; providerInvoiceId: string },
  payment: Payment,
): Promise<void> {
  const values = {
    provider_invoice_id: providerInvoiceId,
    coin: payment.coin,
    amount_cents: payment.amountCents,
    confirmed: payment.confirmed,
    transaction_id: payment.transactionId,
    confirmations: payment.confirmations?.count ?? null,
    confirmations_needed: payment.confirmations?.needed ?? null,
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
