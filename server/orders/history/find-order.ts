import type { OrderDetail } from '@nofiller/contract/orders/orders'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audience } from '../../platform/http/audience.ts'
import type { Store } from '../../store.ts'
import { leftWishlist } from './left-wishlist.ts'
import { downloadLinks } from './order-download.ts'
import { visibleTo } from './order-filter.ts'
import { isoMicros, selectOrders, toOrder } from './shown-order.ts'
import { type CaseRow, type EventRow, hasMoney, type PaymentRow, timeline } from './timeline.ts'

/** One order with its history: the buyer's own, with a download link, or any for an admin. */
export async function findOrder(
  store: Store,
  account: Account,
  orderId: string,
  audience: Audience,
): Promise<OrderDetail | null> {
  if (!isUuid(orderId)) return null
  const row = await selectWithStory(store.db, audience)
    .where('orders.id', '=', orderId)
    .where(visibleTo(account))
    .executeTakeFirst()
  if (!row) return null
  const order = toOrder(row, { id: account.id, ...audience, publicUrl: store.config.publicUrl })
  const isBuyers = row.account_id === account.id
  const links = isBuyers ? await downloadLinks(store, orderId) : new Map<number, string>()
  const [downloadUrl] = links.values()
  return {
    ...order,
    items: order.items.map((item, position) => ({ ...item, ...linkOf(links, position) })),
    developer: order.items[0]?.developer ?? '',
    buyer: account.role === 'admin' ? { _id: row.buyer_id, username: row.buyer } : null,
    events: timeline({ paidAt: row.paid, events: row.events, payments: row.payments, cases: row.cases }),
    payments: row.payments.filter(hasMoney).map(({ amountCents, updatedAt, ...payment }) => ({
      ...payment,
      amount: dollarsOf(amountCents),
    })),
    missing: dollarsOf(missingCents(row)),
    leftWishlist: isBuyers ? await leftWishlist(store.db, account.id, orderId) : [],
    ...(downloadUrl && { downloadUrl }),
  }
}

function linkOf(links: ReadonlyMap<number, string>, position: number): { downloadUrl?: string } {
  const downloadUrl = links.get(position)
  return downloadUrl === undefined ? {} : { downloadUrl }
}

type Balance = { status: string; price_cents: number; received_cents: number }

const missingCents = ({ status, price_cents, received_cents }: Balance): number =>
  status === 'PAID' || received_cents === 0 ? 0 : Math.max(0, price_cents - received_cents)

const selectWithStory = (db: Database, audience: Audience) =>
  selectOrders(db, audience)
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.account_id')
    .select([
      'buyer.id as buyer_id',
      'buyer.username as buyer',
      sql<EventRow[]>`(select coalesce(json_agg(json_build_object(
          'kind', kind, 'at', ${isoMicros(sql`created_at`)}, 'detail', detail) order by id), '[]')
        from order_events where order_id = orders.id)`.as('events'),
      sql<PaymentRow[]>`(select coalesce(json_agg(json_build_object(
          'coin', coin, 'amountCents', amount_cents, 'confirmed', confirmed, 'transactionId', transaction_id,
          'firstSeenAt', ${isoMicros(sql`first_seen_at`)}, 'updatedAt', ${isoMicros(sql`updated_at`)}
        ) order by first_seen_at, provider_payment_id), '[]')
        from provider_payments where order_id = orders.id)`.as('payments'),
      sql<CaseRow[]>`(select coalesce(json_agg(json_build_object(
          'openedAt', ${isoMicros(sql`created_at`)}, 'resolvedAt', ${isoMicros(sql`resolved_at`)}
        ) order by created_at), '[]')
        from payment_cases where order_id = orders.id)`.as('cases'),
    ])
