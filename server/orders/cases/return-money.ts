import { ITEM_CASES } from '@nofiller/contract/orders/payment-case-kinds'
import { centsOf, dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { NO_SECOND_PERSON } from '../../platform/database/own-case.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queueOrderMail } from '../queue-order-email.ts'
import { countedOf, moneyOn, returnedOf, sumOf } from '../settlement/decide.ts'
import { lastSnapshots, storedReadings } from '../settlement/readings.ts'
import { findCase } from './list-cases.ts'
import { type CaseId, changeOpenCase, closeCase, owedCents, UNSPENT_CASES } from './resolve-case.ts'

/**
 * Asks the buyer of a case where to send their money. The case waits for the buyer until the deadline to reply.
 * @throws HttpError 403 `own_case`, 404, 409 `already_resolved`
 */
export const askForAddress = (
  store: Store,
  actor: Actor,
  { text, ...id }: CaseId & { text: string },
): Promise<void> =>
  changeOpenCase(store.db, actor, id, async (tx, { order, decider }) => {
    const { publicUrl, SUPPORT_EMAIL } = store.config
    await tx
      .updateTable('payment_cases')
      .set({ asked_at: sql<Date>`now()` })
      .where('order_id', '=', id.orderId)
      .where('kind', '=', id.kind)
      .execute()
    await queueOrderMail(store, tx, {
      orderId: order.id,
      kind: 'case_question',
      address: order.email,
      content: {
        subject: `Where should we send your money? Order ${order.number}`,
        lines: [
          ...text.split(/\n{2,}/),
          { link: `${publicUrl}/contact`, label: 'Send us the address' },
          `Or write to ${SUPPORT_EMAIL}. We never ask for a password or a recovery phrase.`,
          `Order: ${order.number}`,
        ],
      },
    })
    await audit(tx, decider, { ...auditedCase(id), action: 'case_asked', reason: null })
  })

/** `amount` in dollars. If it differs from what the case owes now, more money came after the admin opened the page. */
type SentBack = { amount: number; transactionId: string; reason: string }

/**
 * Records that the money of a case was refunded: closes the case and emails the buyer. Only later money is owed after that.
 * @throws HttpError 403 `own_case`, 404, 409 `already_resolved`, `refund_items`, `nothing_owed`, `amount_changed`
 */
export const returnMoney = (
  store: Store,
  actor: Actor,
  { amount: sent, transactionId, reason, ...id }: CaseId & SentBack,
): Promise<void> =>
  changeOpenCase(store.db, actor, id, async (tx, { amountCents, order, decider }) => {
    if (ITEM_CASES.includes(id.kind))
      throw conflict('refund_items', 'This money bought items. Book their refund on the order page.')
    if (!(await findCase(tx, id.orderId, id.kind)).isOwed)
      throw conflict(
        'nothing_owed',
        'There is nothing to send back: no money came, or the order still waits for its rest.',
      )
    const amount = showPrice(dollarsOf(amountCents))
    if (centsOf(sent) !== amountCents)
      throw conflict('amount_changed', `The case owes ${amount} now. Look at it again before you book.`)
    const note = `${amount} refunded: ${reason} Transaction ${transactionId}`
    if (UNSPENT_CASES.includes(id.kind))
      await takeOffPrice(tx, id, { amountCents, note, adminId: decider.id })
    await closeRefunded(tx, id, { note, adminId: decider.id })
    await queueOrderMail(store, tx, {
      orderId: order.id,
      kind: 'refund',
      address: order.email,
      content: {
        subject: `We refunded ${amount} of your payment for order ${order.number}`,
        lines: [
          `We sent you ${amount} back.`,
          `Reason: ${reason}`,
          `Transaction: ${transactionId}`,
          ...(decider.own === undefined ? [] : [NO_SECOND_PERSON]),
          `Order: ${order.number}`,
          `Questions? Write to ${store.config.SUPPORT_EMAIL}.`,
        ],
      },
    })
    await audit(tx, decider, {
      ...auditedCase(id),
      action: 'case_refunded',
      reason,
      after: { amount: dollarsOf(amountCents), transaction: transactionId },
    })
  })

type Closing = { note: string; adminId: string | null }

/**
 * Refunded money that bought nothing no longer counts towards the price, although providers still report it. No other case of
 * such money owes more than is left of all that came: several may be about the same money.
 */
async function takeOffPrice(
  tx: Tx,
  { orderId, kind }: CaseId,
  { amountCents, ...closing }: Closing & { amountCents: number },
): Promise<void> {
  const { countedCents, leftCents } = await unspentMoney(tx, orderId)
  const left = Math.max(0, leftCents - amountCents)
  await sql`
    update orders set returned_cents = returned_cents + ${amountCents},
      returned_uncounted_cents = returned_uncounted_cents + ${Math.max(0, amountCents - countedCents)},
      received_cents = case status when 'PAID' then received_cents else greatest(0, received_cents - ${amountCents}) end
    where id = ${orderId}`.execute(tx)
  const others = await tx
    .selectFrom('payment_cases')
    .select(['kind', owedCents.as('owed')])
    .where('order_id', '=', orderId)
    .where('kind', 'in', UNSPENT_CASES)
    .where('kind', '!=', kind)
    .where('resolved_at', 'is', null)
    .execute()
  for (const other of others) {
    const id = { orderId, kind: other.kind }
    if (left === 0) await closeRefunded(tx, id, closing)
    else if (other.owed > left) await lowerOwed(tx, id, left)
  }
}

/** Of the money that providers last reported and that bought nothing: what counts towards the price, and all that is not refunded. */
async function unspentMoney(tx: Tx, orderId: string): Promise<{ countedCents: number; leftCents: number }> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'returned_cents', 'returned_uncounted_cents'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const snapshots = lastSnapshots(await storedReadings(tx, orderId).execute(), [])
  const own = snapshots.filter((snapshot) => snapshot.orderId === orderId)
  const counted = sumOf(own, countedOf)
  const uncounted = sumOf(snapshots, moneyOn) - counted
  if (order.status === 'PAID')
    return { countedCents: 0, leftCents: uncounted - order.returned_uncounted_cents }
  const returned = {
    returnedCents: order.returned_cents,
    returnedUncountedCents: order.returned_uncounted_cents,
  }
  return {
    countedCents: Math.max(0, counted - returnedOf(returned, uncounted)),
    leftCents: counted + uncounted - order.returned_cents,
  }
}

const lowerOwed = (tx: Tx, { orderId, kind }: CaseId, owed: number) =>
  tx
    .updateTable('payment_cases')
    .set((eb) => ({ refunded_cents: eb('amount_cents', '-', owed) }))
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .execute()

async function closeRefunded(tx: Tx, id: CaseId, closing: Closing): Promise<void> {
  await closeCase(tx, id, { ...closing, isRefunded: true })
  await tx
    .updateTable('payment_cases')
    .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
    .where('order_id', '=', id.orderId)
    .where('kind', '=', id.kind)
    .execute()
}

const auditedCase = ({ orderId, kind }: CaseId) =>
  ({ kind: 'order', id: orderId, name: `Payment case: ${kind}` }) as const
