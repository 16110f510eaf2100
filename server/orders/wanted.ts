import { emailProblem } from '@nofiller/contract/account-rules'
import { ORDER_STATUSES } from '@nofiller/contract/order-status'
import type { OrdersFilter } from '@nofiller/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { containing } from '../platform/database/like.ts'
import type { Account } from '../platform/http/serve.ts'

/** One without an invoice was never shown to its buyer. */
const isShown = sql`(orders.status = 'PAID' or exists (select from invoices where order_id = orders.id))`

/** The orders that a caller may see: their own, or any for an admin. */
export function visibleTo(account: Account): RawBuilder<boolean> {
  const own = account.role === 'admin' ? sql`true` : sql`orders.account_id = ${account.id}`
  return sql<boolean>`(${own} and ${isShown})`
}

/** Of the orders that a caller may see, those that a filter lets through. */
export function wantedOrders(account: Account, { status, q, from, to }: OrdersFilter): RawBuilder<boolean> {
  const conditions = [
    visibleTo(account),
    ...(status === undefined ? [] : [sql`orders.status = ${status}`]),
    ...(from === undefined ? [] : [sql`orders.created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`orders.created_at < ${to}::date + 1`]),
    ...(q ? [holds(q, account)] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/**
 * The orders among which a filter is looked for: those that hold its text, found before the rest of the filter is applied.
 * Otherwise the database counts on meeting enough of them soon in some order, and they may all lie at the other end.
 */
export const ordersHolding = (account: Account, { q }: OrdersFilter): RawBuilder<unknown> =>
  q ? sql`(select * from orders where ${holds(q, account)} offset 0) as orders` : sql`orders`

/** Text in the title, the order id, the status or, for an admin, the e-mail address. */
function holds(q: string, account: Account) {
  const named = ORDER_STATUSES.filter((status) => status.includes(q.toUpperCase()))
  const inText =
    account.role === 'admin'
      ? holdsAmongAll(q)
      : sql`(orders.game_title || E'\\n' || orders.id::text) ilike ${containing(q)}`
  return named.length === 0 ? inText : sql`(${inText} or orders.status in (${sql.join(named)}))`
}

/**
 * A whole address or id by its own index, because most of an address is in all others too. Anything else by the index
 * `orders_search`, which is of this expression. It knows no part below three characters: those begin a word.
 */
function holdsAmongAll(q: string) {
  if (isUuid(q)) return sql`orders.id = ${q}`
  if (emailProblem(q) === null) return sql`orders.email = ${q.toLowerCase()}`
  return sql`(' ' || orders.game_title || ' ' || orders.email || ' ' || orders.id::text) ilike ${containing(q.length < 3 ? ` ${q}` : q)}`
}
