/** What goods cost, and why: the one calculation of prices. No zod: the browser loads this. */

/** A reduction of a list price: so many percent, or to so many cents. */
export type Terms = { percent: number | null; priceCents: number | null }

export type SaleTerms = Terms & { id: string; beginsAt: Date; endsAt: Date }

export type PricedGood = { listCents: number; sales: readonly SaleTerms[] }

export type PriceLine = {
  listCents: number
  priceCents: number
  /** What makes it cheaper than the list price. */
  sale: SaleTerms | null
}

/** Never above the list price; a part of a cent is the buyer's. */
export const reducedCents = (listCents: number, { percent, priceCents }: Terms): number =>
  Math.min(
    listCents,
    percent === null
      ? (priceCents ?? listCents)
      : Math.max(1, Math.floor((listCents * (100 - percent)) / 100)),
  )

/** How much cheaper a price is, in whole percent from 1, never more than it is. */
export const percentOff = (listCents: number, priceCents: number): number =>
  Math.max(1, Math.floor((100 * (listCents - priceCents)) / listCents))

/** What a good costs at a moment. Reductions do not add up: the best one counts, and of equal ones the one that runs longest. */
export function priceOf({ listCents, sales }: PricedGood, at: Date): PriceLine {
  const running = sales.filter(({ beginsAt, endsAt }) => beginsAt <= at && at < endsAt)
  const [best] = running
    .map((sale) => ({ listCents, priceCents: reducedCents(listCents, sale), sale }))
    .filter(({ priceCents }) => priceCents < listCents)
    .sort(
      (one, other) =>
        one.priceCents - other.priceCents || other.sale.endsAt.getTime() - one.sale.endsAt.getTime(),
    )
  return best ?? { listCents, priceCents: listCents, sale: null }
}
