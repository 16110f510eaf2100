import { isOpen } from '@nofiller/contract/orders/order-status'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { OrderRow } from '../../platform/database/tables.ts'

/** For a closed order whose goods cost more today; in cents. */
export type RisenPrice = {
  todayCents: number
  /** The money that was seen before the order's deadline. */
  inTimeCents: number
}

/** An infinite price: once an order has a case, support settles it, whatever the price does next. */
const OUT_OF_REACH_CENTS = 2_147_483_647

/** What the goods of a row of `orders` cost today; those that are for sale no more cost what they did. */
const goodsCents = sql<number>`(
  select sum(case
    when games.status <> 'published' or games.suspended_at is not null then item.price_cents
    when item.is_own_price then greatest(item.price_cents, price_now(games))
    when item.discount_code_id is not null or item.bundle_id is not null then item.price_cents + greatest(0, games.price_cents - item.list_cents)
    when item.kind = 'base' then price_now(games)
    else coalesce(file.custom_price_cents, item.price_cents)
  end)
  from order_items as item
  join games on games.id = item.game_id
  left join game_files as file on file.id = item.file_id and file.withdrawn_at is null
  where item.order_id = orders.id)`

/** Whether the goods of an order, open or not, cost more today than it asks. */
export async function costsMoreToday(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${orderId} and ${goodsCents} > price_cents`.execute(db)
  return rows.length > 0
}

/**
 * An invoice is no option on an old price: whoever lets an order close and pays when the price has risen pays today's
 * (requirements 6.12). Null for an order that is open or paid, and for goods that cost no more.
 */
export async function risenPrice(
  db: Queryable,
  { id, status, price_cents }: Pick<OrderRow, 'id' | 'status' | 'price_cents'>,
): Promise<RisenPrice | null> {
  if (isOpen(status) || status === 'PAID') return null
  const { rows } = await sql<RisenPrice>`
    select today.cents as "todayCents", (
      select coalesce(sum(payment.amount_cents), 0) from provider_payments as payment
      where payment.order_id = orders.id and exists (
        select from order_events as event where event.order_id = orders.id and event.kind = 'payment_seen'
          and event.detail->>'paymentId' = payment.provider_payment_id and event.created_at <= orders.expires_at)
    ) as "inTimeCents"
    from orders cross join lateral (
      select case
        when exists (select from payment_cases where order_id = orders.id and kind = 'old_price') then ${OUT_OF_REACH_CENTS}
        else ${goodsCents}
      end as cents
    ) as today
    where orders.id = ${id} and today.cents > ${price_cents}`.execute(db)
  return rows[0] ?? null
}
