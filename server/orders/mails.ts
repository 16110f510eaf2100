import { dollarsOf, showPrice } from '@nofiller/contract/money'
import { composeMail, type Line } from '../platform/compose-mail.ts'
import type { Tx } from '../platform/database/database.ts'
import type { OrderRow } from '../platform/database/tables.ts'
import type { Store } from '../store.ts'
import { type FoundCase, paymentsOf } from './cases.ts'
import type { Decision } from './decide.ts'

/** Queues the receipt for a buyer who wants receipts. */
export async function queueReceipt(
  { config, mail }: Store,
  tx: Tx,
  order: OrderRow,
  items: { title: string; price_cents: number }[],
): Promise<void> {
  const buyer = await tx
    .selectFrom('accounts')
    .select('notify_purchases')
    .where('id', '=', order.account_id)
    .executeTakeFirstOrThrow()
  if (!buyer.notify_purchases) return
  const lines = items.map((item) => `${item.title}: ${money(item.price_cents)}`)
  await mail.queue(
    tx,
    composeMail(config.STORE_NAME, order.email, {
      subject: `Your receipt for ${order.game_title}`,
      lines: [
        'Your payment is confirmed. Thank you!',
        ...lines,
        `Total (USD): ${money(order.price_cents)}`,
        `Order ID: ${order.id}`,
        { link: `${config.publicUrl}/library`, label: 'Open Library' },
        { link: `${config.publicUrl}/receipt?order=${order.id}`, label: 'View receipt' },
        'Sales are final. Purchases are for personal use only.',
      ],
    }),
  )
}

/**
 * Tells a buyer, once each, that part of the money is missing or that it came after the end, whatever mails they want: it is
 * about their money. Of money that is known to be short no mail says that it came late.
 */
export async function queueTidings(
  store: Store,
  tx: Tx,
  order: OrderRow,
  { status, flags, receivedCents }: Decision,
): Promise<void> {
  const isShort = flags.includes('underpaid') && receivedCents > 0
  const isNews = isShort ? !order.mailed.includes('short') : order.mailed.length === 0
  if (order.status === 'PAID' || !isNews || !(isShort || flags.includes('late'))) return
  await store.mail.queue(
    tx,
    isShort ? shortMail(store, order, receivedCents) : lateMail(store, order, status === 'PAID'),
  )
  await tx
    .updateTable('orders')
    .set({ mailed: [...order.mailed, isShort ? 'short' : 'late'] })
    .where('id', '=', order.id)
    .execute()
}

function shortMail({ config }: Store, order: OrderRow, receivedCents: number) {
  return composeMail(config.STORE_NAME, order.email, {
    subject: `Part of your payment for ${order.game_title} is missing`,
    lines: [
      `${money(receivedCents)} of ${money(order.price_cents)} has come for ${order.game_title}. ${money(order.price_cents - receivedCents)} is missing.`,
      'As soon as the rest has come, it is in your library. Here is how to pay the rest:',
      { link: `${config.publicUrl}/thank-you?order=${order.id}`, label: 'Pay the rest' },
      `Order ID: ${order.id}`,
      `Does it not work? Write to ${config.SUPPORT_EMAIL}: no money is lost.`,
    ],
  })
}

function lateMail({ config }: Store, order: OrderRow, isPaid: boolean) {
  return composeMail(config.STORE_NAME, order.email, {
    subject: `Your payment for ${order.game_title} came late, and counts`,
    lines: [
      `Your payment for ${order.game_title} came after its order had closed. It counts all the same.`,
      isPaid
        ? 'It is confirmed, and what you bought is in your library.'
        : 'As soon as it is confirmed, what you bought is in your library. Please do not pay again.',
      { link: `${config.publicUrl}/thank-you?order=${order.id}`, label: 'View order' },
      `Order ID: ${order.id}`,
    ],
  })
}

/** Tells a buyer of a payment case, whatever mails they want: it is about their money. */
export async function queueCaseMail(
  { config, mail }: Store,
  tx: Tx,
  order: OrderRow,
  found: FoundCase,
): Promise<void> {
  const { subject, lines } = caseText(found, order)
  await mail.queue(
    tx,
    composeMail(config.STORE_NAME, order.email, {
      subject,
      lines: [
        ...lines,
        `We have been told and look into it. Write to ${config.SUPPORT_EMAIL} with your order ID and an address that we can send money to.`,
        `Order ID: ${order.id}`,
        ...paymentsOf(found.told).transaction_ids.map((id): Line => `Transaction: ${id}`),
      ],
    }),
  )
}

function caseText({ kind, amountCents }: FoundCase, order: OrderRow): { subject: string; lines: Line[] } {
  const title = order.game_title
  const amount = money(amountCents)
  switch (kind) {
    case 'paid_twice':
      return {
        subject: `You paid twice for ${title}`,
        lines: [
          `Your payment of ${amount} for ${title} came, but you own it already. This money bought you nothing.`,
        ],
      }
    case 'undeliverable':
      return {
        subject: `${title} cannot be delivered`,
        lines: [
          `Your payment of ${amount} for ${title} came after the game was taken down for what it holds. It cannot be downloaded any more, so this money bought you nothing.`,
        ],
      }
    case 'overpaid':
      return {
        subject: `You paid too much for ${title}`,
        lines: [
          `${title} costs ${money(order.price_cents)}. ${amount} more than that came.`,
          'What you bought is in your library; the rest is yours.',
        ],
      }
    case 'mismatch':
      return {
        subject: `Your payment for ${title} does not fit its order`,
        lines: [`${amount} came for ${title}, but not as your order asked for it.`],
      }
    case 'underpaid':
      return {
        subject: `Your order for ${title} closed before all of it was paid`,
        lines: [
          `${amount} of ${money(order.price_cents)} came for ${title} before the order closed. It can no longer be paid.`,
        ],
      }
    case 'review':
      return {
        subject: `Your payment for ${title} needs a look`,
        lines: [
          `${amount} came for ${title}, but in a way that we do not count without looking at it. Please do not pay again.`,
        ],
      }
  }
}

const money = (cents: number): string => showPrice(dollarsOf(cents))
