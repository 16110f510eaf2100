import { dollarsOf, showPrice } from '@nofiller/contract/money'
import { composeMail } from '../platform/compose-mail.ts'
import type { Tx } from '../platform/database/database.ts'
import type { OrderRow } from '../platform/database/tables.ts'
import type { Store } from '../store.ts'

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
  const lines = items.map((item) => `${item.title}: ${showPrice(dollarsOf(item.price_cents))}`)
  await mail.queue(
    tx,
    composeMail(config.STORE_NAME, order.email, {
      subject: `Your receipt for ${order.game_title}`,
      lines: [
        'Your payment is confirmed. Thank you!',
        ...lines,
        `Total (USD): ${showPrice(dollarsOf(order.price_cents))}`,
        `Order ID: ${order.id}`,
        { link: `${config.publicUrl}/library`, label: 'Open Library' },
        { link: `${config.publicUrl}/receipt?order=${order.id}`, label: 'View receipt' },
        'Sales are final. Purchases are for personal use only.',
      ],
    }),
  )
}
