import { orderTitle } from '@nofiller/contract/orders/order-title'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import type { Tx } from '../platform/database/database.ts'
import type { OrderMail, OrderRow } from '../platform/database/tables.ts'
import type { Line, MailContent } from '../platform/mail/mail-content.ts'
import type { Store } from '../store.ts'
import { type NewCase, paymentsOf } from './cases/resolve-case.ts'
import { queueOrderMail } from './queue-order-email.ts'
import type { Decision } from './settlement/decide.ts'

/** An order as its emails describe it. */
export type MailedOrder = OrderRow & { other_games: number }

/** Queues the receipt. */
export async function queueReceipt(
  store: Store,
  tx: Tx,
  order: MailedOrder,
  items: { title: string; price_cents: number }[],
): Promise<void> {
  const content = receiptContent(store, order, items)
  await queueOrderMail(store, tx, { orderId: order.id, kind: 'receipt', address: order.email, content })
}

/**
 * The receipt of an order. Subjects and first lines of emails to buyers give the order's number and never a game's title,
 * because they show on lock screens and in shared inboxes.
 */
export const receiptContent = (
  { config }: Store,
  order: MailedOrder,
  items: readonly { title: string; price_cents: number }[],
): MailContent => ({
  subject: `Your receipt, order ${order.number}`,
  lines: [
    `Order ${order.number}: your payment is confirmed. Thank you!`,
    ...items.map((item) => `${item.title}: ${money(item.price_cents)}`),
    `Total (USD): ${money(order.price_cents)}`,
    ...idsOf(order),
    { link: `${config.publicUrl}/library`, label: 'Open Library' },
    { link: `${config.publicUrl}/receipt?order=${order.id}`, label: 'View receipt' },
    'Sales are final. Purchases are for personal use only.',
  ],
})

/**
 * Notifies a buyer, once each, that money is missing or came after the end, even if they turned emails off: it is about their
 * money. An order that is short of money gets no email about being late.
 */
export async function queuePaymentUpdate(
  store: Store,
  tx: Tx,
  order: MailedOrder,
  { status, flags, receivedCents }: Decision,
): Promise<void> {
  const isShort = flags.includes('underpaid') && receivedCents > 0
  const isNews = isShort ? !order.mailed.includes('short') : order.mailed.length === 0
  if (order.status === 'PAID' || !isNews || !(isShort || flags.includes('late'))) return
  await queueOrderMail(store, tx, {
    orderId: order.id,
    kind: isShort ? 'payment_short' : 'payment_late',
    address: order.email,
    content: isShort
      ? shortContent(store, order, receivedCents)
      : lateContent(store, order, status === 'PAID'),
  })
  await recordEmailed(tx, order, isShort ? 'short' : 'late')
}

const recordEmailed = (tx: Tx, { id, mailed }: OrderRow, what: OrderMail) =>
  tx
    .updateTable('orders')
    .set({ mailed: [...mailed, what] })
    .where('id', '=', id)
    .execute()

/** Emails a buyer once that an order closed for good with only a part of its price paid. */
export async function queueClosedShort(
  store: Store,
  tx: Tx,
  order: MailedOrder,
  underpaid: NewCase,
): Promise<void> {
  if (order.mailed.includes('closed')) return
  await queueCaseMail(store, tx, order, underpaid)
  await recordEmailed(tx, order, 'closed')
}

function shortContent({ config }: Store, order: MailedOrder, receivedCents: number): MailContent {
  return {
    subject: `Part of your payment arrived: ${money(order.price_cents - receivedCents)} to go, order ${order.number}`,
    lines: [
      `We received ${money(receivedCents)} of ${money(order.price_cents)} for order ${order.number}. ${money(order.price_cents - receivedCents)} to go.`,
      contentOf(order),
      'The game is yours as soon as the rest arrives. Pay it here:',
      { link: `${config.publicUrl}/thank-you?order=${order.id}`, label: 'Pay the rest' },
      ...idsOf(order),
      `Still stuck? Write to ${config.SUPPORT_EMAIL}. Your money is not lost.`,
    ],
  }
}

function lateContent({ config }: Store, order: MailedOrder, isPaid: boolean): MailContent {
  return {
    subject: `Your late payment still counts, order ${order.number}`,
    lines: [
      `Your payment for order ${order.number} arrived after the order had closed. It still counts.`,
      contentOf(order),
      isPaid
        ? 'It is confirmed, and what you bought is in your library.'
        : 'What you bought is in your library as soon as the payment is confirmed. Please do not pay again.',
      { link: `${config.publicUrl}/thank-you?order=${order.id}`, label: 'View order' },
      ...idsOf(order),
    ],
  }
}

/** Emails a buyer about a payment case, even if they turned emails off: it is about their money. */
export async function queueCaseMail(
  store: Store,
  tx: Tx,
  order: MailedOrder,
  newCase: NewCase,
): Promise<void> {
  const { subject, lines } = caseText(newCase, order)
  const content: MailContent = {
    subject,
    lines: [
      ...lines,
      contentOf(order),
      `We are looking into it. Write to ${store.config.SUPPORT_EMAIL} with your order ID and an address we can send money to.`,
      ...idsOf(order),
      ...paymentsOf(newCase.snapshots).transaction_ids.map((id): Line => `Transaction: ${id}`),
    ],
  }
  await queueOrderMail(store, tx, { orderId: order.id, kind: 'case', address: order.email, content })
}

function caseText({ kind, amountCents }: NewCase, order: MailedOrder): { subject: string; lines: Line[] } {
  const name = `order ${order.number}`
  const amount = money(amountCents)
  switch (kind) {
    case 'paid_twice':
      return {
        subject: `You paid twice, ${name}`,
        lines: [
          `We received ${amount} for ${name}, but you already own what is in it. This payment bought nothing, so we owe it back to you.`,
        ],
      }
    case 'undeliverable':
      return {
        subject: `Something cannot be delivered, ${name}`,
        lines: [
          `We received ${amount} for ${name} after the game was taken down for its content. It can no longer be downloaded, so we owe this payment back to you.`,
        ],
      }
    case 'overpaid':
      return {
        subject: `You paid too much, ${name}`,
        lines: [
          `Your ${name} costs ${money(order.price_cents)}. You paid ${amount} too much.`,
          'What you bought is in your library. The difference is yours.',
        ],
      }
    case 'mismatch':
      return {
        subject: `Your payment does not match ${name}`,
        lines: [`We received ${amount} for ${name}, but it doesn’t match your order.`],
      }
    case 'underpaid':
      return {
        subject: `Closed before it was fully paid, ${name}`,
        lines: [
          `We received ${amount} of ${money(order.price_cents)} for ${name} before the order closed. The rest can no longer be paid.`,
        ],
      }
    case 'old_price':
      return {
        subject: `Your payment arrived after a price rose, ${name}`,
        lines: [
          `We received ${amount} for ${name} after it had closed. The game costs more now, so we could not complete the old order.`,
        ],
      }
    case 'review':
      return {
        subject: `We are checking your payment, ${name}`,
        lines: [
          `We received ${amount} for ${name} in a way that someone has to check first. Please do not pay again.`,
        ],
      }
  }
}

const contentOf = (order: MailedOrder): string =>
  `You ordered: ${orderTitle(order.game_title, order.other_games)}`

const idsOf = ({ number, id }: OrderRow): string[] => [`Order: ${number}`, `Order ID: ${id}`]

const money = (cents: number): string => showPrice(dollarsOf(cents))
