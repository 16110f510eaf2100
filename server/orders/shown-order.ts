import { dollarsOf } from '@nofiller/contract/money'
import type { Order } from '@nofiller/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

type ItemJson = { fileId: string | null; type: 'base' | 'extra'; title: string; priceCents: number }

/** A time as the API writes it, with microseconds, so that no order falls between two pages. */
export const isoMicros = <Time extends string | null = string>(time: RawBuilder<unknown>) =>
  sql<Time>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Orders with all that lists and the receipt show, in one query. */
export const selectOrders = (db: Database) =>
  db
    .selectFrom('orders')
    .innerJoin('games', 'games.id', 'orders.game_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('invoices')
          .select(['url', 'provider_invoice_id'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('invoice'),
      (join) => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.status',
      'orders.flags',
      'orders.price_cents',
      'orders.received_cents',
      'orders.currency',
      'orders.email',
      'orders.mode',
      'orders.provider_status',
      'orders.game_id',
      'orders.game_title',
      'games.slug',
      'games.card',
      'games.category',
      'invoice.url as invoice_url',
      'invoice.provider_invoice_id',
      isoMicros(sql`orders.created_at`).as('created'),
      isoMicros<string | null>(sql`orders.paid_at`).as('paid'),
      sql<
        ItemJson[]
      >`(select json_agg(json_build_object('fileId', file_id, 'type', kind, 'title', title, 'priceCents', price_cents) order by position)
        from order_items where order_id = orders.id)`.as('items'),
      sql<string[]>`(select coalesce(json_agg(file_id), '[]') from owned_files
        where account_id = orders.account_id and game_id = orders.game_id and through_base)`.as(
        'base_file_ids',
      ),
    ])

export type ShownRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

export function toOrder(row: ShownRow): Order {
  return {
    orderId: row.id,
    status: row.status,
    flags: row.flags,
    price: dollarsOf(row.price_cents),
    received: dollarsOf(row.received_cents),
    currency: row.currency,
    createdAt: row.created,
    paidAt: row.paid,
    email: row.email,
    game: {
      _id: row.game_id,
      slug: row.slug,
      title: row.game_title,
      cardImageUrl: row.category === 'SFW' ? (row.card?.url ?? null) : null,
    },
    invoiceUrl: row.invoice_url,
    providerInvoiceId: row.provider_invoice_id,
    providerStatus: row.provider_status,
    purchasedFileIds:
      row.mode === 'base' ? row.base_file_ids : row.items.flatMap((item) => item.fileId ?? []),
    items: row.items.map(({ priceCents, ...item }) => ({ ...item, price: dollarsOf(priceCents) })),
    basePurchased: row.mode === 'base',
  }
}
