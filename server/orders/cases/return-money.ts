import { type CaseKind, ITEM_CASES } from '@nofiller/contract/orders/payment-case-kinds'
import { centsOf, dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { NO_SECOND_PERSON } from '../../platform/database/own-case.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queueOrderMail } from '../queue-order-email.ts'
import { findCase } from './list-cases.ts'
import { type CaseId, changeOpenCase, closeCase, owedCents } from './resolve-case.ts'

/** Cases whose money counts towards the price while the order is not paid. */
const UNSPENT_CASES: CaseKind[] = ['underpaid', 'old_price', 'review']

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
    if (UNSPENT_CASES.includes(id.kind) && order.status !== 'PAID')
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
 * Money that was refunded before it bought anything no longer counts towards the price, although providers still report it.
 * Other cases that owe no more than this amount are about the same money.
 */
async function takeOffPrice(
  tx: Tx,
  { orderId, kind }: CaseId,
  { amountCents, ...closing }: Closing & { amountCents: number },
): Promise<void> {
  await sql`
    update orders set returned_cents = returned_cents + ${amountCents},
      received_cents = greatest(0, received_cents - ${amountCents})
    where id = ${orderId}`.execute(tx)
  const same = await tx
    .selectFrom('payment_cases')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'in', UNSPENT_CASES)
    .where('kind', '!=', kind)
    .where('resolved_at', 'is', null)
    .where(owedCents, '<=', amountCents)
    .execute()
  for (const other of same) await closeRefunded(tx, { orderId, kind: other.kind }, closing)
}

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
