import { dollarsOf, showPrice } from '@nofiller/contract/money'
import type { CaseKind } from '@nofiller/contract/payment-case-kinds'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Snapshot } from '../payments/provider.ts'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { OrderRow } from '../platform/database/tables.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { countedOf, type Decision } from './decide.ts'
import { addEvent } from './events.ts'

/** Money that bought nothing or that nobody understands yet, and the snapshots that tell of it. */
export type FoundCase = { kind: CaseKind; amountCents: number; told: readonly Snapshot[] }

/**
 * The cases that an order's newest read-back makes. Pure.
 * @param ownedCents the price of what the buyer owned already when this order was paid
 * @param withheldCents the price of what this order paid, but nobody is handed any more
 * @param isClosed whether nobody looks for more money any longer
 */
export function casesOf(
  { status, flags, receivedCents, surplusCents, mismatched }: Decision,
  seen: readonly Snapshot[],
  { ownedCents, withheldCents, isClosed }: { ownedCents: number; withheldCents: number; isClosed: boolean },
): FoundCase[] {
  const fitting = seen.filter((snapshot) => !mismatched.includes(snapshot))
  const amounts: [CaseKind, number, readonly Snapshot[]][] = [
    ['paid_twice', ownedCents, fitting],
    ['undeliverable', withheldCents, fitting],
    ['overpaid', surplusCents, fitting],
    ['mismatch', mismatched.reduce((sum, snapshot) => sum + snapshot.receivedCents, 0), mismatched],
    ['underpaid', isClosed && status !== 'PAID' ? receivedCents : 0, fitting],
  ]
  const found = amounts
    .filter(([, amountCents]) => amountCents > 0)
    .map(([kind, amountCents, told]) => ({ kind, amountCents, told }))
  if (!flags.includes('review') || found.length > 0) return found
  const doubtful = seen.filter((snapshot) => needsLook(snapshot) || mismatched.includes(snapshot))
  const amountCents = doubtful.reduce((sum, one) => sum + doubtfulCents(one, status === 'PAID'), 0)
  return [{ kind: 'review', amountCents, told: doubtful }]
}

const needsLook = ({ stage, flags }: Snapshot): boolean => flags.includes('review') || stage === 'unknown'

/** All that was seen on an invoice, confirmed or not, but for what bought the goods. */
function doubtfulCents(one: Snapshot, isPaid: boolean): number {
  const seenCents = one.payments.reduce((sum, payment) => sum + payment.amountCents, 0)
  return isPaid ? Math.max(0, seenCents - countedOf(one)) : seenCents
}

/**
 * Whether a case is a matter for its buyer: one without money is not, and one whose order still waits for its rest is told
 * of in the mail that asks for it.
 */
export const concernsBuyer = ({ kind, amountCents }: FoundCase, { flags }: Decision): boolean =>
  kind !== 'review' || (amountCents > 0 && !flags.includes('underpaid'))

/**
 * Opens a case and writes it into the order's story: once, however often the money is read. What support has closed only
 * more money opens again; what the store closed by itself opens again when it is found again.
 * @returns whether there is something new to tell the buyer
 */
export async function openCase(
  store: Store,
  tx: Tx,
  order: OrderRow,
  { kind, amountCents, told }: FoundCase,
): Promise<boolean> {
  const known = await tx
    .selectFrom('payment_cases')
    .select(['amount_cents', 'resolved_at', 'resolved_by'])
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  const isMore = !known || amountCents > known.amount_cents
  const isBack = Boolean(known?.resolved_at) && known?.resolved_by === null
  if (!isMore && !isBack) return false
  const values = { amount_cents: amountCents, ...paymentsOf(told) }
  await tx
    .insertInto('payment_cases')
    .values({ order_id: order.id, kind, detail: JSON.stringify({ invoices: told }), ...values })
    .onConflict((row) =>
      row.columns(['order_id', 'kind']).doUpdateSet({
        ...values,
        detail: JSON.stringify({ invoices: told }),
        resolved_at: null,
        resolved_by: null,
        note: null,
      }),
    )
    .execute()
  if (known && !known.resolved_at) return known.amount_cents === 0 // support has not looked at it yet
  await addEvent(tx, order.id, 'case_opened', {
    case: kind,
    amountCents,
    coin: values.coin,
    transactionId: values.transaction_ids[0] ?? null,
  })
  store.log.warn({ orderId: order.id, case: kind, amountCents }, 'a payment case was opened')
  return isMore
}

/** In which coins money came, and by which transactions. */
export function paymentsOf(told: readonly Snapshot[]): { coin: string | null; transaction_ids: string[] } {
  const payments = told.flatMap((snapshot) => snapshot.payments).filter((payment) => payment.amountCents > 0)
  return {
    coin: distinct(payments.map((payment) => payment.coin)).join(', ') || null,
    transaction_ids: distinct(payments.map((payment) => payment.transactionId)),
  }
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/**
 * Closes a case with a note of what was done, which is also written down for good.
 * @throws HttpError 404, 409 `already_resolved`
 */
export async function resolveCase(
  db: Database,
  actor: Actor,
  { orderId, kind, note }: { orderId: string; kind: CaseKind; note: string },
): Promise<void> {
  if (!isUuid(orderId)) throw notFound()
  await db.transaction().execute(async (tx) => {
    if (await close(tx, orderId, kind, { note, adminId: actor.id }))
      return audit(tx, actor, {
        action: 'case_resolved',
        kind: 'order',
        id: orderId,
        name: `Payment case: ${kind}`,
        reason: note,
        before: { resolved: false },
        after: { resolved: true },
      })
    const known = await tx
      .selectFrom('payment_cases')
      .select('id')
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .executeTakeFirst()
    throw known ? conflict('already_resolved', 'This case is resolved already.') : notFound()
  })
}

/** The rest came after all: there is nothing left for support to give back. */
export const closeUnderpaid = (tx: Tx, orderId: string): Promise<boolean> =>
  close(tx, orderId, 'underpaid', { note: 'The rest came, and the order is paid.', adminId: null })

/** What could not be understood is understood now. */
export const closeReview = (tx: Tx, orderId: string): Promise<boolean> =>
  close(tx, orderId, 'review', { note: 'The provider has made it clear since.', adminId: null })

async function close(
  tx: Tx,
  orderId: string,
  kind: CaseKind,
  { note, adminId }: { note: string; adminId: string | null },
): Promise<boolean> {
  const closed = await tx
    .updateTable('payment_cases')
    .set({ resolved_at: sql<Date>`now()`, resolved_by: adminId, note })
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .returning(['amount_cents', 'coin'])
    .executeTakeFirst()
  if (!closed) return false
  const { amount_cents: amountCents, coin } = closed
  await addEvent(tx, orderId, 'case_resolved', { case: kind, amountCents, coin, by: adminId, note })
  return true
}

export type KnownCase = {
  kind: CaseKind
  amountCents: number
  /** Whether nobody is handed the game, now. */
  isIllegal: boolean
}

/** What support does about a case. */
export function nextStepOf({ kind, amountCents, isIllegal }: KnownCase): string {
  const amount = showPrice(dollarsOf(amountCents))
  switch (kind) {
    case 'paid_twice':
      return `The buyer owned this already. Ask for an address, give ${amount} back, then resolve.`
    case 'undeliverable':
      return isIllegal
        ? `The game was taken down as illegal before the money came: the buyer cannot download it. Ask for an address, give ${amount} back, then resolve.`
        : `The game is illegal no more: the buyer, who was told otherwise, can download it. Tell them, then resolve; if they want their ${amount} back all the same, ask for an address.`
    case 'overpaid':
      return `${amount} came beyond the price. Ask the buyer for an address, give it back, then resolve.`
    case 'mismatch':
      return `${amount} came on an invoice that does not fit the order. Compare both at the provider; give it back or settle the order there, then resolve.`
    case 'underpaid':
      return `The order closed with ${amount} of its price paid. Ask the buyer for an address, give it back, then resolve.`
    case 'review':
      return amountCents > 0
        ? `${amount} came in a way that the store does not count by itself. Look at it at the provider; settle the order there or give the money back, then resolve.`
        : 'The provider says something about this order that the store does not understand. Look at it there, then resolve.'
  }
}
