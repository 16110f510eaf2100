import type { Order, OrdersFilter } from '@nofiller/contract/orders/orders'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import { type Columns, csvOf } from '../../platform/csv.ts'
import { unlimited } from '../../platform/http/audience.ts'
import type { Store } from '../../store.ts'
import { filteredOrders } from './list-orders.ts'

/** All orders that match a filter as CSV, with the coins and transactions that paid them. */
export function ordersCsv(
  { db, config }: Pick<Store, 'db' | 'config'>,
  account: Account,
  filter: OrdersFilter,
): AsyncGenerator<string> {
  const list = filteredOrders(db, account, filter, {
    id: account.id,
    ...unlimited('none'),
    publicUrl: config.publicUrl,
  })
  const rows = list.rows.select([
    sql<string[]>`array(select coin from provider_payments
      where order_id = orders.id and coin is not null group by coin order by min(first_seen_at))`.as('coins'),
    sql<string[]>`array(select transaction_id from provider_payments
      where order_id = orders.id and transaction_id is not null order by first_seen_at)`.as(
      'transaction_ids',
    ),
  ])
  return csvOf(columnsOf(config.publicUrl), {
    ...list,
    rows,
    toItem: (row) => ({ ...list.toItem(row), coins: row.coins, transactionIds: row.transaction_ids }),
  })
}

type ExportedOrder = Order & { coins: string[]; transactionIds: string[] }

const columnsOf = (publicUrl: string): Columns<ExportedOrder> => ({
  Date: (order) => order.createdAt,
  Email: (order) => order.email,
  Game: (order) => order.title,
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
  Number: (order) => order.number,
  Items: (order) => order.items.map((item) => item.title).join('; '),
  Refunded: (order) => order.refunded,
})
