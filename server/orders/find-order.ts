import { dollarsOf } from '@nofiller/contract/money'
import type { OrderDetail } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../platform/database/database.ts'
import type { Account } from '../platform/http/serve.ts'
import { isoMicros, selectOrders, toOrder } from './shown-order.ts'
import { hasMoney, type KeptCase, type KeptEvent, type KeptPayment, timeline } from './timeline.ts'
import { visibleTo } from './wanted.ts'

/** One order with its story: the buyer's own, or any for an admin. */
export async function findOrder(
  db: Database,
  account: Account,
  orderId: string,
): Promise<OrderDetail | null> {
  if (!isUuid(orderId)) return null
  const row = await selectWithStory(db)
    .where('orders.id', '=', orderId)
    .where(visibleTo(account))
    .executeTakeFirst()
  if (!row) return null
  const order = toOrder(row)
  return {
    ...order,
    developer: row.developer,
    events: timeline({ paidAt: row.paid, events: row.events, payments: row.payments, cases: row.cases }),
    payments: row.payments.filter(hasMoney).map(({ amountCents, updatedAt, ...payment }) => ({
      ...payment,
      amount: dollarsOf(amountCents),
    })),
    missing: dollarsOf(missingCents(row)),
  }
}

type Balance = { status: string; price_cents: number; received_cents: number }

const missingCents = ({ status, price_cents, received_cents }: Balance): number =>
  status === 'PAID' || received_cents === 0 ? 0 : Math.max(0, price_cents - received_cents)

const selectWithStory = (db: Database) =>
  selectOrders(db)
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select([
      sql<string>`coalesce(nullif(developer.display_name, ''), developer.username)`.as('developer'),
      sql<KeptEvent[]>`(select coalesce(json_agg(json_build_object(
          'kind', kind, 'at', ${isoMicros(sql`created_at`)}, 'detail', detail) order by id), '[]')
        from order_events where order_id = orders.id)`.as('events'),
      sql<KeptPayment[]>`(select coalesce(json_agg(json_build_object(
          'coin', coin, 'amountCents', amount_cents, 'confirmed', confirmed, 'transactionId', transaction_id,
          'firstSeenAt', ${isoMicros(sql`first_seen_at`)}, 'updatedAt', ${isoMicros(sql`updated_at`)}
        ) order by first_seen_at, provider_payment_id), '[]')
        from provider_payments where order_id = orders.id)`.as('payments'),
      sql<KeptCase[]>`(select coalesce(json_agg(json_build_object(
          'openedAt', ${isoMicros(sql`created_at`)}, 'resolvedAt', ${isoMicros(sql`resolved_at`)}
        ) order by created_at), '[]')
        from payment_cases where order_id = orders.id)`.as('cases'),
    ])
