import type { OrdersFilter } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { type ShownRow, selectOrders, toOrder } from './shown-order.ts'
import { wantedOrders } from './wanted.ts'

const AT_ONCE = 500

const HEAD = [
  'Date',
  'Email',
  'Game',
  'Price',
  'Currency',
  'Status',
  'Order ID',
  'Invoice',
  'Thank You',
  'Paid',
  'Flags',
  'Received',
  'Coin',
  'Transaction IDs',
]

/**
 * All orders that a filter lets through as lines of CSV, newest first. They are read as fast as they are taken, some
 * hundreds at a time and each time by the key of the last one, so that a slow reader holds neither memory nor a transaction.
 */
export async function* ordersCsv(
  { db, config }: Pick<Store, 'db' | 'config'>,
  account: Account,
  filter: OrdersFilter,
): AsyncGenerator<string> {
  let rows = await nextRows(db, account, filter, undefined)
  yield BYTE_ORDER_MARK + csvLine(HEAD) + linesOf(rows, config)
  while (rows.length === AT_ONCE) {
    rows = await nextRows(db, account, filter, rows.at(-1))
    yield linesOf(rows, config)
  }
}

const linesOf = (rows: ExportRow[], { publicUrl }: Store['config']): string =>
  rows.map((row) => csvLine(cellsOf(row, publicUrl))).join('')

type ExportRow = ShownRow & { coins: string[]; transaction_ids: string[] }

const nextRows = (
  db: Database,
  account: Account,
  filter: OrdersFilter,
  last: ExportRow | undefined,
): Promise<ExportRow[]> =>
  selectOrders(db)
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
        sql<boolean>`(orders.created_at, orders.id) < (${last?.created}::timestamptz, ${last?.id}::uuid)`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(AT_ONCE)
    .execute()

function cellsOf(row: ExportRow, publicUrl: string): Cell[] {
  const order = toOrder(row)
  return [
    order.createdAt,
    order.email,
    order.game.title,
    order.price,
    order.currency,
    order.status,
    order.orderId,
    order.invoiceUrl,
    `${publicUrl}/thankyou?order=${order.orderId}`,
    order.paidAt,
    order.flags.join(' '),
    order.received,
    row.coins.join(' '),
    row.transaction_ids.join(' '),
  ]
}
