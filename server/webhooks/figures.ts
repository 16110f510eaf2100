import { sql } from 'kysely'

/**
 * SQL: for how many seconds what is due has waited, where nothing is being sent to its endpoint although it could be: a slow
 * receiver makes nothing late, a sender that stands still does. What stands in the outbox counts as well.
 */
export const webhooksLateSeconds = sql<number>`greatest(0,
  (select extract(epoch from now() - min(happened_at))::float from webhook_events),
  (select extract(epoch from now() - min(due.next_at))::float
    from webhook_endpoints as endpoint
    cross join lateral (
      select next_at from webhook_deliveries
      where endpoint_id = endpoint.id and next_at <= now() order by next_at limit 1
    ) as due
    where endpoint.off_at is null and endpoint.paused_at is null
      and (endpoint.slow_until is null or endpoint.slow_until <= now())
      and not exists (
        select from webhook_deliveries where endpoint_id = endpoint.id and claimed_until > now())))`

/** SQL: how many events and deliveries wait to be sent. */
export const webhooksWaiting = sql<number>`(
  (select count(*)::int from webhook_events)
  + (select count(*)::int from webhook_deliveries where next_at is not null))`

/** SQL: how many endpoints had no success for a day, as their developers know. */
export const endpointsFailing = sql<number>`(
  select count(*)::int from webhook_endpoints where failing_since < now() - interval '1 day' and off_at is null)`
