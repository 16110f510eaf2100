import type { Order, OrdersFilter } from '@nofiller/contract/orders'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findRows } from '../platform/database/found.ts'
import type { Account } from '../platform/http/serve.ts'
import { selectOrders, toOrder } from './shown-order.ts'
import { ordersHolding, wantedOrders } from './wanted.ts'

/** A call without paging parameters answers this many (decisions §2). */
const UNPAGED = 1_000
const PAGE = 10

export type OrdersQuery = OrdersFilter & { after?: string | undefined; limit?: number | undefined }

/**
 * The account's orders, or everyone's for an admin, as far as the filter lets them through. `after` is the
 * `createdAt` of the last one already shown; `total` counts all that the filter lets through, up to `COUNT_MAX`.
 */
export async function listOrders(
  db: Database,
  account: Account,
  { sort, after, limit, ...filter }: OrdersQuery,
): Promise<{ orders: Order[]; total: number; next: string | null }> {
  const most = limit ?? (after === undefined ? UNPAGED : PAGE)
  const isOldFirst = sort === 'old'
  const { total, where } = await findRows(db, {
    from: ordersHolding(account, filter),
    key: sql`orders.id`,
    type: 'uuid',
    wanted: wantedOrders(account, filter),
  })
  const rows = await selectOrders(db)
    .where(where)
    .$if(after !== undefined, (some) =>
      some.where('orders.created_at', isOldFirst ? '>' : '<', sql<Date>`${after}::timestamptz`),
    )
    .orderBy('orders.created_at', isOldFirst ? 'asc' : 'desc')
    .limit(most + 1)
    .execute()
  const orders = rows.slice(0, most).map(toOrder)
  return {
    orders,
    total,
    next: rows.length > most ? (orders.at(-1)?.createdAt ?? null) : null,
  }
}
