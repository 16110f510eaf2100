import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { splitSale } from './split-sale.ts'

const PRICE_CENTS = 1_500
/** Fewer sales than this give no meaningful fee. */
const SALES_MIN = 10

export type ExampleSale = {
  priceCents: number
  /** The provider's fee on all sales of the last 90 days, in percent; null while there are too few. */
  feePercent: number | null
  feeCents: number
  platformCents: number
  developerCents: number
}

/** A sale split as the ledger would book it: by the store's share, and by the fees in the ledger. */
export async function exampleSale(db: Database, platformSharePercent: number): Promise<ExampleSale> {
  const feePercent = await averageFee(db)
  return { priceCents: PRICE_CENTS, feePercent, ...splitOf(PRICE_CENTS, feePercent, platformSharePercent) }
}

/** What a developer gets for a sale at each of some prices, in cents, by the same figures. */
export async function developerShares(
  db: Database,
  platformSharePercent: number,
  prices: readonly number[],
): Promise<number[]> {
  const feePercent = await averageFee(db)
  return prices.map((cents) => splitOf(cents, feePercent, platformSharePercent).developerCents)
}

function splitOf(priceCents: number, feePercent: number | null, platformSharePercent: number) {
  const feeCents = Math.round((priceCents * (feePercent ?? 0)) / 100)
  const [split] = splitSale([priceCents], { feeCents, platformSharePercent })
  if (!split) throw new Error('one price has one split')
  return split
}

async function averageFee(db: Database): Promise<number | null> {
  const { orders, revenue, fees } = await db
    .selectFrom('store_days')
    .select([
      sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'),
      sql<number>`coalesce(sum(revenue_cents), 0)::bigint`.as('revenue'),
      sql<number>`coalesce(sum(fee_cents), 0)::bigint`.as('fees'),
    ])
    .where('day', '>', sql<string>`(now() at time zone 'UTC')::date - 90`)
    .executeTakeFirstOrThrow()
  return orders < SALES_MIN ? null : (100 * fees) / revenue
}
