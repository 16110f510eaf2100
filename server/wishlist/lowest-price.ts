import { sql } from 'kysely'

/** The lowest price of a row of `games` in 30 days, in cents; during a sale of the 30 days before it. */
export const lowestCents = sql<number | null>`case when games.sale_price_cents is null
  then least(lowest_price_before(games.id, now()), games.price_cents) else games.lowest_price_cents end`
