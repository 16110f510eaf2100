import { dollarsOf } from '@nofiller/contract/money'
import type { Order } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../platform/database/database.ts'
import type { Account } from '../platform/http/serve.ts'

const UNPAGED = 1_000

type ItemJson = { fileId: string | null; type: 'base' | 'extra'; title: string; priceCents: number }

/** With microseconds, so that no order falls between two pages. */
const isoMicros = (column: 'created_at' | 'paid_at') =>
  sql<string>`to_char(orders.${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Orders with all that lists and the receipt show, in one query. One without an invoice was never shown to its buyer. */
const selectOrders = (db: Database) =>
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
      'orders.currency',
      'orders.email',
      'orders.mode',
      'orders.provider_status',
      'orders.game_id',
      'orders.game_title',
      'games.slug',
      'games.card',
      'invoice.url as invoice_url',
      'invoice.provider_invoice_id',
      isoMicros('created_at').as('created'),
      isoMicros('paid_at').as('paid'),
      sql<
        ItemJson[]
      >`(select json_agg(json_build_object('fileId', file_id, 'type', kind, 'title', title, 'priceCents', price_cents) order by position)
        from order_items where order_id = orders.id)`.as('items'),
      sql<string[]>`(select coalesce(json_agg(file_id), '[]') from owned_files
        where account_id = orders.account_id and game_id = orders.game_id and through_base)`.as(
        'base_file_ids',
      ),
    ])
    .where((eb) => eb.or([eb('invoice.url', 'is not', null), eb('orders.status', '=', 'PAID')]))

export type OrdersQuery = { after?: string | undefined; limit?: number | undefined }

/** The account's orders, or everyone's for an admin, newest first. `after` is the `createdAt` of the last one already shown. */
export async function listOrders(
  db: Database,
  account: Account,
  { after, limit }: OrdersQuery,
): Promise<{ orders: Order[]; total: number; next: string | null }> {
  const most = limit ?? (after === undefined ? UNPAGED : 10)
  const theirs = selectOrders(db).$if(account.role !== 'admin', (some) =>
    some.where('orders.account_id', '=', account.id),
  )
  const [rows, counted] = await Promise.all([
    theirs
      .$if(after !== undefined, (some) =>
        some.where('orders.created_at', '<', sql<Date>`${after}::timestamptz`),
      )
      .orderBy('orders.created_at', 'desc')
      .limit(most + 1)
      .execute(),
    theirs.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  const orders = rows.slice(0, most).map(toOrder)
  return {
    orders,
    total: counted.total,
    next: rows.length > most ? (orders.at(-1)?.createdAt ?? null) : null,
  }
}

/** One order: the buyer's own, or any for an admin. */
export async function findOrder(db: Database, account: Account, orderId: string): Promise<Order | null> {
  if (!isUuid(orderId)) return null
  const row = await selectOrders(db)
    .where('orders.id', '=', orderId)
    .$if(account.role !== 'admin', (some) => some.where('orders.account_id', '=', account.id))
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

function toOrder(row: Row): Order {
  return {
    orderId: row.id,
    status: row.status,
    flags: row.flags,
    price: dollarsOf(row.price_cents),
    currency: row.currency,
    createdAt: row.created,
    paidAt: row.paid,
    email: row.email,
    game: { _id: row.game_id, slug: row.slug, title: row.game_title, cardImageUrl: row.card?.url ?? null },
    invoiceUrl: row.invoice_url,
    providerInvoiceId: row.provider_invoice_id,
    providerStatus: row.provider_status,
    purchasedFileIds:
      row.mode === 'base' ? row.base_file_ids : row.items.flatMap((item) => item.fileId ?? []),
    items: row.items.map(({ priceCents, ...item }) => ({ ...item, price: dollarsOf(priceCents) })),
    basePurchased: row.mode === 'base',
  }
}
