/** What goods cost, and why: the one calculation of prices. No zod: the browser loads this. */

/** A reduction of a list price: so many percent, or to so many cents. */
export type Terms = { percent: number | null; priceCents: number | null }

export type SaleTerms = Terms & { id: string; beginsAt: Date; endsAt: Date }

/** A discount code: so many percent, up to all of it, or so many cents off. */
export type CodeTerms = { id: string; code: string; percent: number | null; amountCents: number | null }

/** A good with the sales that it is in, the discount code that was entered and is good for it, and the buyer's own price. */
export type PricedGood = {
  listCents: number
  sales: readonly SaleTerms[]
  code: CodeTerms | null
  /** What the buyer wants to pay at least; counts where it is more than the price. */
  ownCents: number | null
}

export type PriceLine = {
  listCents: number
  priceCents: number
  /** What makes it cheaper than the list price; at most one of them. */
  sale: SaleTerms | null
  code: CodeTerms | null
  /** The buyer pays more than they have to. */
  isOwnPrice: boolean
}

/** Never above the list price; a part of a cent is the buyer's. */
export const reducedCents = (listCents: number, { percent, priceCents }: Terms): number =>
  Math.min(
    listCents,
    percent === null ? (priceCents ?? listCents) : Math.max(1, partOf(listCents, 100 - percent)),
  )

/** Never below zero; a code may take all of it. */
const withCode = (listCents: number, { percent, amountCents }: CodeTerms): number =>
  percent === null ? Math.max(0, listCents - (amountCents ?? 0)) : partOf(listCents, 100 - percent)

const partOf = (cents: number, percent: number): number => Math.floor((cents * percent) / 100)

/** How much cheaper a price is, in whole percent from 1, never more than it is. */
export const percentOff = (listCents: number, priceCents: number): number =>
  Math.max(1, Math.floor((100 * (listCents - priceCents)) / listCents))

/**
 * What a good costs at a moment. Reductions do not add up: the best one counts. Of equal ones a sale comes before a code,
 * which is then not used up, and the sale that runs longest before others. A buyer's own price is paid where it is more; at
 * the list price and above nothing is reduced.
 */
export function priceOf(good: PricedGood, at: Date): PriceLine {
  const line = reducedLine(good, at)
  const { listCents, ownCents } = good
  if (ownCents === null || ownCents <= line.priceCents) return line
  const whole = { listCents, sale: null, code: null }
  return { ...(ownCents < listCents ? line : whole), priceCents: ownCents, isOwnPrice: true }
}

function reducedLine({ listCents, sales, code }: PricedGood, at: Date): PriceLine {
  const bySale = sales
    .filter(({ beginsAt, endsAt }) => beginsAt <= at && at < endsAt)
    .sort((one, other) => other.endsAt.getTime() - one.endsAt.getTime())
    .map((sale) => ({ listCents, priceCents: reducedCents(listCents, sale), sale, code: null }))
  const byCode = code ? [{ listCents, priceCents: withCode(listCents, code), sale: null, code }] : []
  const [best] = [...bySale, ...byCode]
    .filter(({ priceCents }) => priceCents < listCents)
    .sort((one, other) => one.priceCents - other.priceCents)
  return { ...(best ?? { listCents, priceCents: listCents, sale: null, code: null }), isOwnPrice: false }
}
