import { type OperationNodeSource, sql } from 'kysely'
import {
  furthest,
  invoiceKey,
  type Payment,
  type ProviderSnapshot,
  type Stage,
} from '../../payments/provider.ts'
import type { Tx } from '../../platform/database/database.ts'
import { eventsInsert } from '../events.ts'
import { confirmedCents } from './decide.ts'

const STEPS = ['coin_chosen', 'payment_seen', 'payment_confirmed'] as const

type RecordedStep = { kind: string; paymentId: string }

/**
 * The statements that write an order's payments, and the stage and money of each invoice, as they were read back. A payment's
 * coin, its first appearance and its confirmation become one event each, however often they are read.
 * @param recorded the steps that have an event already
 */
export function paymentWrites(
  tx: Tx,
  orderId: string,
  snapshots: readonly ProviderSnapshot[],
  recorded: readonly RecordedStep[],
): OperationNodeSource[] {
  const payments = snapshots.flatMap(({ provider, providerInvoiceId, stage, payments: ofInvoice }) =>
    ofInvoice.map((payment) => ({ provider, providerInvoiceId, stage, payment })),
  )
  const known = new Set(recorded.map(({ kind, paymentId }) => `${kind} ${paymentId}`))
  const events = payments.flatMap(({ stage, payment }) =>
    stepsOf(payment, stage)
      .filter((step) => !known.has(`${step} ${payment.id}`))
      .map((kind) => ({ kind, detail: detailOf(payment) })),
  )
  return [
    ...stageUpdates(tx, snapshots),
    ...(payments.length > 0 ? [paymentsUpsert(tx, orderId, payments)] : []),
    ...(events.length > 0 ? [eventsInsert(tx, orderId, events)] : []),
  ]
}

const detailOf = ({ id, coin, amountCents, transactionId }: Payment) => ({
  paymentId: id,
  coin,
  amountCents: amountCents > 0 ? amountCents : null,
  transactionId,
})

/** Merges snapshots of the same invoice. */
const stageUpdates = (tx: Tx, snapshots: readonly ProviderSnapshot[]) =>
  [...Map.groupBy(snapshots, invoiceKey).values()].flatMap((ofInvoice) => {
    const [first] = ofInvoice
    if (!first) return []
    return tx
      .updateTable('invoices')
      .set({
        stage: furthest(ofInvoice.map(({ stage }) => stage)) ?? null,
        received_cents: ofInvoice.reduce((sum, one) => sum + confirmedCents(one), 0),
      })
      .where('provider', '=', first.provider)
      .where('provider_invoice_id', '=', first.providerInvoiceId)
  })

/** The steps of an order's payments that have an event. */
export const recordedSteps = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_events')
    .select(['kind', sql<string>`detail->>'paymentId'`.as('paymentId')])
    .where('order_id', '=', orderId)
    .where('kind', 'in', STEPS)

function stepsOf({ coin, amountCents, confirmed }: Payment, stage: Stage): (typeof STEPS)[number][] {
  const isSeen = amountCents > 0 || stage === 'seen'
  const reached = { coin_chosen: coin !== null, payment_seen: isSeen, payment_confirmed: isSeen && confirmed }
  return STEPS.filter((step) => reached[step])
}

type PaymentOfInvoice = { provider: string; providerInvoiceId: string; payment: Payment }

/** Of a payment that is read twice the last reading counts: one statement writes a row once. */
function paymentsUpsert(tx: Tx, orderId: string, payments: readonly PaymentOfInvoice[]) {
  const last = new Map(payments.map((one) => [`${one.provider} ${one.payment.id}`, one]))
  const rows = [...last.values()].map(({ provider, providerInvoiceId, payment }) => ({
    provider,
    provider_payment_id: payment.id,
    order_id: orderId,
    provider_invoice_id: providerInvoiceId,
    coin: payment.coin,
    amount_cents: payment.amountCents,
    confirmed: payment.confirmed,
    transaction_id: payment.transactionId,
    confirmations: payment.confirmations?.count ?? null,
    confirmations_needed: payment.confirmations?.needed ?? null,
  }))
  return tx
    .insertInto('provider_payments')
    .values(rows)
    .onConflict((known) =>
      known.columns(['provider', 'provider_payment_id']).doUpdateSet((eb) => ({
        provider_invoice_id: eb.ref('excluded.provider_invoice_id'),
        coin: eb.ref('excluded.coin'),
        amount_cents: eb.ref('excluded.amount_cents'),
        confirmed: eb.ref('excluded.confirmed'),
        transaction_id: eb.ref('excluded.transaction_id'),
        confirmations: eb.ref('excluded.confirmations'),
        confirmations_needed: eb.ref('excluded.confirmations_needed'),
        updated_at: sql<Date>`now()`,
      })),
    )
}
