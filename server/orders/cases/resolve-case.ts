import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import { type CaseKind, ITEM_CASES } from '@nofiller/contract/orders/payment-case-kinds'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ProviderSnapshot, Snapshot } from '../../payments/provider.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { NO_SECOND_PERSON, refuseOwn } from '../../platform/database/own-case.ts'
import type { OrderRow } from '../../platform/database/tables.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Store } from '../../store.ts'
import { addEvent } from '../events.ts'
import { partiesOf } from '../refunds/paid-order.ts'
import { countedOf, type Decision } from '../settlement/decide.ts'

/** Cases whose money counts towards the price while the order is not paid. */
export const UNSPENT_CASES: readonly CaseKind[] = ['underpaid', 'old_price', 'review']

/**
 * Money that bought nothing or that support must check, with the snapshots that report it. Without what was refunded before,
 * where it had bought nothing (`UNSPENT_CASES`).
 */
export type NewCase = { kind: CaseKind; amountCents: number; snapshots: readonly ProviderSnapshot[] }

/**
 * The cases that follow from an order's newest read-back. Pure.
 * @param ownedCents the price of the goods that the buyer already owned when this order was paid
 * @param withheldCents the price of the paid goods that are withheld from all buyers
 * @param isClosed whether the order is no longer read back
 */
export function casesOf(
  { status, flags, receivedCents, unspentCents, surplusCents, isOutpriced, mismatched }: Decision,
  snapshots: readonly ProviderSnapshot[],
  { ownedCents, withheldCents, isClosed }: { ownedCents: number; withheldCents: number; isClosed: boolean },
): NewCase[] {
  const isShort = isClosed || (flags.includes('underpaid') && !flags.includes('review'))
  const fitting = snapshots.filter((snapshot) => !mismatched.includes(snapshot))
  const amounts: [CaseKind, number, readonly ProviderSnapshot[]][] = [
    ['paid_twice', ownedCents, fitting],
    ['undeliverable', withheldCents, fitting],
    ['overpaid', surplusCents, fitting],
    ['mismatch', mismatched.reduce((sum, snapshot) => sum + snapshot.receivedCents, 0), mismatched],
    ['underpaid', status !== 'PAID' && isShort && !isOutpriced ? receivedCents : 0, fitting],
    ['old_price', isOutpriced ? receivedCents : 0, fitting],
  ]
  const cases = amounts
    .filter(([, amountCents]) => amountCents > 0)
    .map(([kind, amountCents, reportedBy]) => ({ kind, amountCents, snapshots: reportedBy }))
  if (!flags.includes('review') || cases.length > 0) return cases
  const doubtful = snapshots.filter((snapshot) => needsReview(snapshot) || mismatched.includes(snapshot))
  const amountCents = doubtful.reduce((sum, one) => sum + doubtfulCents(one, status === 'PAID'), 0)
  return [{ kind: 'review', amountCents: Math.min(amountCents, unspentCents), snapshots: doubtful }]
}

const needsReview = ({ stage, flags }: Snapshot): boolean => flags.includes('review') || stage === 'unknown'

/** All money on an invoice, confirmed or not, minus what bought the goods. */
function doubtfulCents(one: Snapshot, isPaid: boolean): number {
  const paidInCents = one.payments.reduce((sum, payment) => sum + payment.amountCents, 0)
  return isPaid ? Math.max(0, paidInCents - countedOf(one)) : paidInCents
}

/** Whether the buyer gets an email about a case: not without money, nor for an order that waits for the rest, which has its own emails. */
export const concernsBuyer = ({ kind, amountCents }: NewCase, { flags }: Decision): boolean =>
  kind !== 'underpaid' && (kind !== 'review' || (amountCents > 0 && !flags.includes('underpaid')))

/**
 * Opens a case and adds its event, once no matter how often the money is read back. Only more money reopens a case that support
 * resolved; a case that the store resolved by itself reopens whenever its reason comes back. Money refunded before is not owed
 * again.
 * @returns the case with the amount owed now, if the buyer must be notified
 */
export async function openCase(
  store: Store,
  tx: Tx,
  order: OrderRow,
  { kind, snapshots, ...found }: NewCase,
): Promise<NewCase | null> {
  const known = await tx
    .selectFrom('payment_cases')
    .select(['amount_cents', 'refunded_cents', 'resolved_at', 'resolved_by'])
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  const refundedCents = known?.refunded_cents ?? 0
  const amountCents = found.amountCents + (UNSPENT_CASES.includes(kind) ? refundedCents : 0)
  const isMore = !known || amountCents > known.amount_cents
  const isOwedAgain = refundedCents === 0 || amountCents > refundedCents
  const isBack = Boolean(known?.resolved_at) && known?.resolved_by === null && isOwedAgain
  if (!isMore && !isBack) return null
  const owed = { kind, amountCents: amountCents - refundedCents, snapshots }
  const values = { amount_cents: amountCents, ...paymentsOf(snapshots) }
  await tx
    .insertInto('payment_cases')
    .values({ order_id: order.id, kind, detail: JSON.stringify({ invoices: snapshots }), ...values })
    .onConflict((row) =>
      row.columns(['order_id', 'kind']).doUpdateSet({
        ...values,
        detail: JSON.stringify({ invoices: snapshots }),
        asked_at: null,
        resolved_at: null,
        resolved_by: null,
        note: null,
      }),
    )
    .execute()
  if (known && !known.resolved_at) return known.amount_cents === 0 ? owed : null // support has not looked at it yet
  await addEvent(tx, order.id, 'case_opened', {
    case: kind,
    amountCents: owed.amountCents,
    coin: values.coin,
    transactionId: values.transaction_ids[0] ?? null,
  })
  store.log.warn(
    { orderId: order.id, case: kind, amountCents: owed.amountCents },
    'a payment case was opened',
  )
  return isMore ? owed : null
}

/** The coins and transactions of the money received. */
export function paymentsOf(snapshots: readonly Snapshot[]): {
  coin: string | null
  transaction_ids: string[]
} {
  const payments = snapshots
    .flatMap((snapshot) => snapshot.payments)
    .filter((payment) => payment.amountCents > 0)
  return {
    coin: distinct(payments.map((payment) => payment.coin)).join(', ') || null,
    transaction_ids: distinct(payments.map((payment) => payment.transactionId)),
  }
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/**
 * Closes a case with a note of what was done, and records it in the audit log.
 * @throws HttpError 403 `own_case`, 404, 409 `already_resolved`
 */
export const resolveCase = (
  store: Store,
  actor: Actor,
  { note, ...id }: CaseId & { note: string },
): Promise<void> =>
  changeOpenCase(store.db, actor, id, async (tx, { decider, order }) => {
    await closeCase(tx, id, { note, adminId: decider.id })
    if (decider.own !== undefined) await store.mail.queue(tx, resolvedAloneMail(store.config, order))
    await audit(tx, decider, {
      action: 'case_resolved',
      kind: 'order',
      id: id.orderId,
      name: `Payment case: ${id.kind}`,
      reason: note,
      before: { resolved: false },
      after: { resolved: true },
    })
  })

export type CaseId = { orderId: string; kind: CaseKind }

/** An open case, and the admin who changes it. */
export type OpenCase = {
  /** The amount still owed. */
  amountCents: number
  order: { id: string; number: string; email: string; status: OrderStatus }
  decider: Actor
}

/**
 * Changes an unresolved case, with its order and the case locked.
 * @throws HttpError 403 `own_case`, 404, 409 `already_resolved`
 */
export async function changeOpenCase(
  db: Database,
  actor: Actor,
  { orderId, kind }: CaseId,
  change: (tx: Tx, open: OpenCase) => Promise<void>,
): Promise<void> {
  if (!isUuid(orderId)) throw notFound()
  await db.transaction().execute(async (tx) => {
    // Locks the order before its case, in the order that a read-back uses, to prevent a deadlock.
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'number', 'email', 'status'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    const decider = await refuseOwn(tx, actor, await partiesOf(tx, orderId))
    const known = await tx
      .selectFrom('payment_cases')
      .select([owedCents.as('owed'), 'resolved_at'])
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    if (!order || !known) throw notFound()
    if (known.resolved_at) throw conflict('already_resolved', 'This case is already resolved.')
    await change(tx, { amountCents: known.owed, order, decider })
  })
}

/** The amount that a case still owes after earlier refunds. */
export const owedCents = sql<number>`amount_cents - refunded_cents`

/** For the buyer, who otherwise follows a case on the order page. */
const resolvedAloneMail = (
  config: Store['config'],
  { number, email }: { number: string; email: string },
): Mail =>
  composeMail(config.STORE_NAME, email, {
    subject: `A payment for your order ${number} is settled`,
    lines: [
      `We reviewed a payment for your order ${number} and closed the case.`,
      NO_SECOND_PERSON,
      { link: `${config.publicUrl}/orders`, label: 'Open your orders' },
      `If you think this is wrong, write to ${config.SUPPORT_EMAIL}.`,
    ],
  })

/** Closes the case of an order whose rest arrived. */
export const closeUnderpaid = (tx: Tx, orderId: string): Promise<boolean> =>
  closeCase(
    tx,
    { orderId, kind: 'underpaid' },
    { note: 'The rest arrived, and the order is paid.', adminId: null },
  )

/** Closes the case of an order whose money the provider refunded. */
export const closeReturned = (tx: Tx, orderId: string): Promise<boolean> =>
  closeCase(
    tx,
    { orderId, kind: 'underpaid' },
    { note: 'The provider sent the money back.', adminId: null, isRefunded: true },
  )

/** Resolves a review case once the invoice is understood. */
export const closeReview = (tx: Tx, orderId: string): Promise<boolean> =>
  closeCase(tx, { orderId, kind: 'review' }, { note: 'The provider has made it clear since.', adminId: null })

/** Closes cases about money that bought items, once enough of their order is refunded. */
export async function closeRefundedCases(
  tx: Tx,
  orderId: string,
  { adminId, transactionId }: { adminId: string | null; transactionId: string },
): Promise<void> {
  const settled = await tx
    .selectFrom('payment_cases')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ITEM_CASES)
    .where('resolved_at', 'is', null)
    .where((eb) =>
      eb(
        'amount_cents',
        '<=',
        eb
          .selectFrom('order_items')
          .select(sql<number>`sum(refunded_cents)`.as('cents'))
          .where('order_id', '=', orderId),
      ),
    )
    .execute()
  for (const { kind } of settled)
    await closeCase(
      tx,
      { orderId, kind },
      { note: `Refunded: transaction ${transactionId}`, adminId, isRefunded: true },
    )
}

/** Closes a case with its event, if the case is open. */
export async function closeCase(
  tx: Tx,
  { orderId, kind }: CaseId,
  { note, adminId, isRefunded = false }: { note: string; adminId: string | null; isRefunded?: boolean },
): Promise<boolean> {
  const closed = await tx
    .updateTable('payment_cases')
    .set({ resolved_at: sql<Date>`now()`, resolved_by: adminId, note })
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .returning([owedCents.as('amountCents'), 'coin'])
    .executeTakeFirst()
  if (!closed) return false
  const { amountCents, coin } = closed
  await addEvent(tx, orderId, 'case_resolved', {
    case: kind,
    amountCents,
    coin,
    by: adminId,
    note,
    isRefunded,
  })
  return true
}
