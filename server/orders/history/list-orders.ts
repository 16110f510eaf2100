import type { Received } from '@nofiller/contract/calls'
import type { Order, OrdersFilter } from '@nofiller/contract/orders/orders'
import { sql } from 'kysely'
import { MAX as MAX_UUID, NIL as NIL_UUID } from 'uuid'
import { z } from 'zod'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type Cursor,
  directionOf,
  type ListOrder,
  type Page,
  pageSize,
  paginateSearch,
} from '../../platform/database/paginate.ts'
import { orderFilter, ordersHolding } from './order-filter.ts'
import { type ShownRow, selectOrders, toOrder, type Viewer } from './shown-order.ts'

const PAGE = 10

/** The account's orders that match the filter, or everyone's for an admin. @throws HttpError 400 `bad_cursor` */
export const listOrders = (
  db: Database,
  account: Account,
  query: Received<'GET /api/orders', 'query'>,
  viewer: Viewer,
): Promise<Page<Order>> =>
  paginateSearch(db, filteredOrders(db, account, query, viewer), { ...query, limit: pageSize(query, PAGE) })

/**
 * Orders that match a filter, as a paginated list. Orders of the same microsecond are sorted by id.
 * @param viewer the account that sees the list
 */
export function filteredOrders(
  db: Database,
  account: Account,
  { sort, ...filter }: OrdersFilter,
  viewer: Viewer,
) {
  const direction = directionOf(sort)
  return {
    rows: selectOrders(db, viewer),
    from: ordersHolding(account, filter),
    filter: orderFilter(account, filter),
    key: sql`orders.id`,
    order: { by: sql`orders.created_at`, direction },
    toItem: (row: ShownRow) => toOrder(row, viewer),
    oldCursor: (after: string) => afterTime(after, direction),
  }
}

/** Reads an `after` that is a `createdAt`: orders of that microsecond count as already shown. */
const afterTime = (after: string, direction: ListOrder['direction']): Cursor | null =>
  z.iso.datetime().safeParse(after).success
    ? { value: after, id: direction === 'desc' ? NIL_UUID : MAX_UUID }
    : null
