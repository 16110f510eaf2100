import { emailProblem } from '@nofiller/contract/accounts/account-rules'
import { orderNumberIn } from '@nofiller/contract/orders/order-number'
import { ORDER_STATUSES } from '@nofiller/contract/orders/order-status'
import type { OrdersFilter } from '@nofiller/contract/orders/orders'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import { containing } from '../../platform/database/like.ts'
import { isPaymentReference } from '../checkout/payment-reference.ts'

/** Orders without an invoice are hidden: their buyers never saw them. */
const isShown = sql`(orders.status = 'PAID' or exists (select from invoices where order_id = orders.id))`

/** The orders that a caller may see: their own, or all for an admin. */
export function visibleTo(account: Account): RawBuilder<boolean> {
  const own = account.role === 'admin' ? sql`true` : sql`orders.account_id = ${account.id}`
  return sql<boolean>`(${own} and ${isShown})`
}

/** The condition for a filter, limited to the orders that the caller may see. */
export function orderFilter(account: Account, { status, q, from, to }: OrdersFilter): RawBuilder<boolean> {
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
 * The orders that match a filter's text, selected before the rest of the filter. Otherwise the planner scans an
 * index in the list's order, expecting matches soon, and may read the whole index.
 */
export const ordersHolding = (account: Account, { q }: OrdersFilter): RawBuilder<unknown> =>
  q ? sql`(select * from orders where ${holds(q, account)} offset 0) as orders` : sql`orders`

/** Text in the titles, the order's number or id, the status or, for an admin, the email address. */
function holds(q: string, account: Account) {
  const number = orderNumberIn(q)
  if (number !== null) return sql`orders.number = ${number}`
  const named = ORDER_STATUSES.filter((status) => status.includes(q.toUpperCase()))
  const inText =
    account.role === 'admin'
      ? holdsAmongAll(q)
      : sql`(orders.titles || E'\\n' || orders.number || E'\\n' || orders.id::text) ilike ${containing(q)}`
  return named.length === 0 ? inText : sql`(${inText} or orders.status in (${sql.join(named)}))`
}

/**
 * A full address, id or provider reference uses its own index, because its parts occur in most others too. Other text uses the
 * trigram index `orders_search` on this expression; text of one or two characters only matches beginnings of words.
 */
function holdsAmongAll(q: string) {
  if (isUuid(q)) return sql`orders.id = ${q}`
  if (emailProblem(q) === null) return sql`orders.email = ${q.toLowerCase()}`
  if (isPaymentReference(q))
    return sql`orders.id in (select order_id from payment_references where reference = ${q})`
  return sql`(' ' || orders.titles || ' ' || orders.email || ' ' || orders.number || ' ' || orders.id::text) ilike ${containing(q.length < 3 ? ` ${q}` : q)}`
}
