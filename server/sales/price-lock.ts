import { sql } from 'kysely'

/** When the lock of a row of `orders` ends, unless a provider could not be read then (requirements 6.12). */
export const lockEnd = sql<Date>`least(orders.price_locked_until, orders.expires_at)`

/** Whether a payment of a row of `orders` was detected while its prices and its code were locked. */
const wasSeenInTime = sql<boolean>`exists (select from order_events as event where event.order_id = orders.id
  and event.kind = 'payment_seen' and event.created_at <= coalesce(orders.price_unlocked_at, 'infinity'))`

/** Whether a row of `orders` uses up its code: it is paid, or may still be paid at the price that the code makes. */
export const usesCode = sql<boolean>`(orders.code_released_at is null
  and (orders.status = 'PAID' or orders.price_unlocked_at is null or ${wasSeenInTime}))`

/** Whether a row of `orders` holds its code only until somebody pays or the lock ends. */
export const holdsCodeUnpaid = sql<boolean>`(orders.status <> 'PAID' and ${usesCode} and not ${wasSeenInTime})`

/** The money of a row of `orders` that was detected while its lock held, in cents. */
export const inTimeCents = sql<number>`(
  select coalesce(sum(payment.amount_cents), 0) from provider_payments as payment
  where payment.order_id = orders.id and exists (
    select from order_events as event where event.order_id = orders.id and event.kind = 'payment_seen'
      and event.detail->>'paymentId' = payment.provider_payment_id
      and event.created_at <= coalesce(orders.price_unlocked_at, 'infinity')))`
