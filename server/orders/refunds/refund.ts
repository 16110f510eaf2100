import { centsOf, dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { v7 as uuid } from 'uuid'
import { type Actor, audit } from '../../platform/database/audit.ts'
import { type Tx, violates } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { badRequest, conflict } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { queueRefundEvents } from '../../webhooks/order-events.ts'
import { closeRefundedCases } from '../cases/resolve-case.ts'
import { addEvent } from '../events.ts'
import { bookRefund } from '../settlement/ledger.ts'
import { queueRefunded } from './emails.ts'
import { itemsAt, lockPaidOrder, type PaidOrder, partiesOf, type RefundedItem } from './paid-order.ts'
import { takeBack } from './revoke.ts'

/** Amounts in dollars; without one, the item's full remaining price. */
type RefundInput = {
  items: readonly { position: number; amount?: number | undefined }[]
  transactionId: string
  reason: string
}

/**
 * Records money that was refunded for items of a paid order, and emails buyer and developers (requirements 6.21). A transaction
 * is recorded once per order.
 * @throws HttpError 403 `own_case`, 404, 400 `bad_items`, 409 `not_paid` `already_booked` `over_the_price`
 */
export async function refund(store: Store, actor: Actor, orderId: string, input: RefundInput): Promise<void> {
  try {
    await store.db.transaction().execute(async (tx) => {
      const decider = await refuseOwn(tx, actor, await partiesOf(tx, orderId))
      const { order, items } = await giveBack(store.log, tx, decider, orderId, input)
      await queueRefunded(store, tx, order, items, { ...input, isOwn: decider.own !== undefined })
    })
  } catch (error) {
    if (violates(error, 'refunds_order_id_transaction_id_key'))
      throw conflict('already_booked', 'This transaction is already booked for this order.')
    throw error
  }
}

/**
 * Writes a refund: the order keeps its status and gets a flag, the ledger is reversed in proportion, and fully refunded items
 * leave the library. Sends no email.
 * @throws HttpError 404, 400 `bad_items`, 409 `not_paid` `over_the_price`
 */
export async function giveBack(
  log: Store['log'],
  tx: Tx,
  actor: Actor,
  orderId: string,
  { items: input, transactionId, reason }: RefundInput,
): Promise<{ order: PaidOrder; items: RefundedItem[] }> {
  const order = await lockPaidOrder(tx, orderId)
  const items = refundedItems(order, input)
  const backCents = items.reduce((sum, item) => sum + item.backCents, 0)
  await writeRefund(tx, order, items, { actor, transactionId, reason, backCents })
  await setFlag(tx, order, backCents)
  await lessenRevenue(tx, items)
  const full = items.filter((item) => isFullRefund(item) && item.revoked_at === null)
  await addEvent(tx, order.id, 'refunded', { amountCents: backCents, transactionId, by: actor.id })
  if (full.length > 0) await takeBack(log, tx, order, full)
  await bookRefund(tx, order.id)
  await closeRefundedCases(tx, order.id, { adminId: actor.id, transactionId })
  await audit(tx, actor, {
    action: 'order_refunded',
    kind: 'order',
    id: order.id,
    name: `Order ${order.number}`,
    reason,
    after: {
      amount: dollarsOf(backCents),
      transaction: transactionId,
      items: items.map(({ title }) => title),
    },
  })
  logEvent(log, 'refunded', { orderId: order.id, accountId: order.account_id, amountCents: backCents })
  return { order, items }
}

const isFullRefund = ({ refunded_cents, backCents, price_cents }: RefundedItem): boolean =>
  refunded_cents + backCents === price_cents

function refundedItems(order: PaidOrder, input: RefundInput['items']): RefundedItem[] {
  const items = itemsAt(
    order,
    input.map(({ position }) => position),
  )
  if (items.length !== input.length) throw badRequest('bad_items', 'Name each item once.')
  return items.map((item, at) => {
    const amount = input[at]?.amount
    const leftCents = item.price_cents - item.refunded_cents
    const backCents = amount === undefined ? leftCents : centsOf(amount)
    if (backCents === null) throw badRequest('bad_items', 'An amount has at most two decimals.')
    if (backCents > leftCents || backCents === 0)
      throw conflict(
        'over_the_price',
        leftCents === 0
          ? `${item.title} has already been refunded.`
          : `No more than ${showPrice(dollarsOf(leftCents))} of ${item.title} can be given back.`,
      )
    return { ...item, backCents }
  })
}

type Facts = { actor: Actor; transactionId: string; reason: string; backCents: number }

async function writeRefund(
  tx: Tx,
  order: PaidOrder,
  items: readonly RefundedItem[],
  { actor, transactionId, reason, backCents }: Facts,
): Promise<void> {
  const id = uuid()
  await tx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      amount_cents: backCents,
      transaction_id: transactionId,
      reason,
      admin_id: actor.id,
    })
    .execute()
  const rows = items.map((item) => ({
    refund_id: id,
    order_id: order.id,
    position: item.position,
    amount_cents: item.backCents,
  }))
  await tx.insertInto('refund_items').values(rows).execute()
  await queueRefundEvents(tx, order.id, id)
  for (const { position, backCents } of items)
    await tx
      .updateTable('order_items')
      .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', backCents) }))
      .where('order_id', '=', order.id)
      .where('position', '=', position)
      .execute()
}

async function setFlag(tx: Tx, order: PaidOrder, backCents: number): Promise<void> {
  const refundedCents = order.items.reduce((sum, item) => sum + item.refunded_cents, backCents)
  const flag = refundedCents === order.price_cents ? 'refunded' : 'partly_refunded'
  const others = order.flags.filter((each) => each !== 'refunded' && each !== 'partly_refunded')
  await tx
    .updateTable('orders')
    .set({ flags: [...others, flag] })
    .where('id', '=', order.id)
    .execute()
}

/** Subtracts the money from the totals of the games. They are locked like a delivery locks them: by id, before grants and totals. */
async function lessenRevenue(tx: Tx, items: readonly RefundedItem[]): Promise<void> {
  const byGame = [...Map.groupBy(items, (item) => item.game_id)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  for (const [gameId, ofGame] of byGame) {
    const cents = ofGame.reduce((sum, item) => sum + item.backCents, 0)
    await tx
      .updateTable('games')
      .set((eb) => ({ revenue_cents: eb('revenue_cents', '-', cents) }))
      .where('id', '=', gameId)
      .execute()
  }
}
