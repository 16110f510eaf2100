import { DOWNLOAD_HOURS_MAX } from '@nofiller/contract/library/download-lifetimes'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import type { Tx } from '../../platform/database/database.ts'
import { NO_SECOND_PERSON } from '../../platform/database/own-case.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Store } from '../../store.ts'
import { queueOrderMail } from '../queue-order-email.ts'
import type { ItemRow, PaidOrder, RefundedItem } from './paid-order.ts'

/** Emails the buyer what was refunded, and each developer what it means for their items. */
export async function queueRefunded(
  store: Store,
  tx: Tx,
  order: PaidOrder,
  items: readonly RefundedItem[],
  { transactionId, reason, isOwn }: { transactionId: string; reason: string; isOwn: boolean },
): Promise<void> {
  const { publicUrl } = store.config
  const back = money(items.reduce((sum, item) => sum + item.backCents, 0))
  await queueOrderMail(store, tx, {
    orderId: order.id,
    kind: 'refund',
    address: order.email,
    content: {
      subject: `We refunded ${back} of your order ${order.number}`,
      lines: [
        `We sent you ${back} for order ${order.number}.`,
        ...items.map((item) => `${item.title}: ${money(item.backCents)}`),
        `Reason: ${reason}`,
        `Transaction: ${transactionId}`,
        ...(isOwn ? [NO_SECOND_PERSON] : []),
        'What is refunded in full leaves your library, unless you also own it through another order.',
        ...idsOf(store, order),
      ],
    },
  })
  for (const { email, own } of await byDeveloper(tx, items))
    await queueOrderMail(store, tx, {
      orderId: order.id,
      kind: 'refund_notice',
      address: email,
      content: {
        subject: `A sale was refunded: order ${order.number}`,
        lines: [
          'We gave a buyer their money back. Your share was deducted from your balance; the store covers the payment provider’s fee.',
          ...own.map((item) => `${item.title}: ${money(item.backCents)}`),
          `Reason: ${reason}`,
          { link: `${publicUrl}/dev/earnings`, label: 'Open your earnings' },
        ],
      },
    })
}

/** Emails the buyer what was revoked, and why. */
export async function queueRevoked(
  store: Store,
  tx: Tx,
  order: PaidOrder,
  items: readonly ItemRow[],
  { reason, isOwn }: { reason: string; isOwn: boolean },
): Promise<void> {
  await queueOrderMail(store, tx, {
    orderId: order.id,
    kind: 'revocation',
    address: order.email,
    content: {
      subject: `Something was removed from your order ${order.number}`,
      lines: [
        `We removed this of order ${order.number} from your library:`,
        ...items.map((item) => item.title),
        `Reason: ${reason}`,
        ...(isOwn ? [NO_SECOND_PERSON] : []),
        store.config.s3
          ? `Download links that you already opened end within ${DOWNLOAD_HOURS_MAX} hours.`
          : 'Download links that you already opened have ended.',
        ...idsOf(store, order),
      ],
    },
  })
}

/** Emails the receiver of a gift. */
export const queueGift = (
  store: Store,
  tx: Tx,
  { email, title, reason }: { email: string; title: string; reason: string },
) =>
  store.mail.queue(
    tx,
    composeMail(store.config.STORE_NAME, email, {
      subject: 'Something new is in your library',
      lines: [
        'We added something to your library, free of charge:',
        title,
        reason,
        { link: `${store.config.publicUrl}/library`, label: 'Open Library' },
      ],
    }),
  )

const idsOf = ({ config }: Store, order: PaidOrder) => [
  { link: `${config.publicUrl}/receipt?order=${order.id}`, label: 'View receipt' },
  `Order: ${order.number}`,
  `Order ID: ${order.id}`,
  `Questions? Write to ${config.SUPPORT_EMAIL}.`,
]

async function byDeveloper(tx: Tx, items: readonly RefundedItem[]) {
  const owners = await tx
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select(['games.id', 'developer.email'])
    .where('games.id', 'in', [...new Set(items.map((item) => item.game_id))])
    .execute()
  return [...Map.groupBy(owners, (owner) => owner.email)].map(([email, games]) => ({
    email,
    own: items.filter((item) => games.some((game) => game.id === item.game_id)),
  }))
}

const money = (cents: number): string => showPrice(dollarsOf(cents))
