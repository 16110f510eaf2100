import type { Order, OrdersFilter } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import { type Columns, csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { selectOrders, toOrder } from './shown-order.ts'
import { wantedOrders } from './wanted.ts'

/** All orders that a filter lets through as CSV. */
export const ordersCsv = (
  { db, config }: Pick<Store, 'db' | 'config'>,
  account: Account,
  filter: OrdersFilter,
): AsyncGenerator<string> =>
  csvOf(columnsOf(config.publicUrl), (last, limit) => nextOrders(db, account, filter, last, limit))

type ExportedOrder = Order & { coins: string[]; transactionIds: string[] }

const columnsOf = (publicUrl: string): Columns<ExportedOrder> => ({
  Date: (order) => order.createdAt,
  Email: (order) => order.email,
  Game: (order) => order.game.title,
  Price: (order) => order.price,
  Currency: (order) => order.currency,
  Status: (order) => order.status,
  'Order ID': (order) => order.orderId,
  Invoice: (order) => order.invoiceUrl,
  'Thank You': (order) => `${publicUrl}/thankyou?order=${order.orderId}`,
  Paid: (order) => order.paidAt,
  Flags: (order) => order.flags.join(' '),
  Received: (order) => order.received,
  Coin: (order) => order.coins.join(' '),
  'Transaction IDs': (order) => order.transactionIds.join(' '),
})

async function nextOrders(
  db: Database,
  account: Account,
  { sort, ...filter }: OrdersFilter,
  last: ExportedOrder | undefined,
  limit: number,
): Promise<ExportedOrder[]> {
  const direction = sort === 'old' ? 'asc' : 'desc'
  const comparison = sql.raw(sort === 'old' ? '>' : '<')
  const rows = await selectOrders(db)
    .select([
      sql<string[]>`array(select coin from provider_payments
        where order_id = orders.id and coin is not null group by coin order by min(first_seen_at))`.as(
        'coins',
      ),
      sql<string[]>`array(select transaction_id from provider_payments
        where order_id = orders.id and transaction_id is not null order by first_seen_at)`.as(
        'transaction_ids',
      ),
    ])
    .where(wantedOrders(account, filter))
    .$if(last !== undefined, (rest) =>
      rest.where(
        sql<boolean>`(orders.created_at, orders.id) ${comparison} (${last?.createdAt}::timestamptz, ${last?.orderId}::uuid)`,
      ),
    )
    .orderBy('orders.created_at', direction)
    .orderBy('orders.id', direction)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toOrder(row), coins: row.coins, transactionIds: row.transaction_ids }))
}
