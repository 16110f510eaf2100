import { WAITS_MIN } from '@nofiller/contract/payments/payment-states'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'

const TTL_MS = 10 * 60_000
const DAYS = 30

/** Median seconds from detected to paid, by coin. */
export type Waits = ReadonlyMap<string, number>

/**
 * How long payments in each coin took from detected to PAID: the median of the store's own orders of 30 days, in seconds.
 * Coins with too few orders are left out. Returns a function that reads at most once in ten minutes.
 */
export function measuredWaits(db: Database): () => Promise<Waits> {
  const cache = new LRUCache<'waits', Waits>({ max: 1, ttl: TTL_MS, fetchMethod: () => readWaits(db) })
  return () => cache.forceFetch('waits')
}

/** Counts by the coin chosen last on the store's own page; payments on a provider's page are not counted. */
async function readWaits(db: Database): Promise<Waits> {
  const { rows } = await sql<{ coin: string; seconds: number }>`
    select coin, percentile_cont(0.5) within group (order by wait) as seconds
    from (
      select chosen.coin, extract(epoch from orders.paid_at - seen.at)::float8 as wait
      from orders
      join lateral (
        select coin from coin_payments join invoices on invoices.id = coin_payments.invoice_id
        where invoices.order_id = orders.id order by chosen_at desc limit 1
      ) as chosen on true
      join lateral (
        select min(created_at) as at from order_events where order_id = orders.id and kind = 'payment_seen'
      ) as seen on seen.at is not null
      where orders.status = 'PAID' and orders.paid_at > now() - make_interval(days => ${DAYS})
    ) as paid
    group by coin having count(*) >= ${WAITS_MIN}`.execute(db)
  return new Map(rows.map(({ coin, seconds }) => [coin, Math.max(1, Math.round(seconds))]))
}
