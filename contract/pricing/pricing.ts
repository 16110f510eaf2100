/** The prices of goods, and their reasons: the only price calculation. No zod: the browser loads this. */

/** A reduction of a list price: by a percentage, or to an amount in cents. */
export type Terms = { percent: number | null; priceCents: number | null }

export type SaleTerms = Terms & { id: string; beginsAt: Date; endsAt: Date }

/** A discount code: a percentage, up to 100, or an amount in cents off. */
export type CodeTerms = { id: string; code: string; percent: number | null; amountCents: number | null }

/** A game's price as a part of a bundle: its share of the bundle's price, in cents. */
export type BundleTerms = { id: string; title: string; priceCents: number }

/** A good with its sales, its bundle, its discount code, and the buyer's own price. */
export type PricedGood = {
  listCents: number
  sales: readonly SaleTerms[]
  bundle: BundleTerms | null
  code: CodeTerms | null
  /** The minimum that the buyer wants to pay; counts when it exceeds the price. */
  ownCents: number | null
}

export type PriceLine = {
  listCents: number
  priceCents: number
  /** The reduction from the list price; at most one. */
  sale: SaleTerms | null
  bundle: BundleTerms | null
  code: CodeTerms | null
  /** The buyer pays more than required. */
  isOwnPrice: boolean
}

/** Never above the list price; fractions of a cent are rounded in the buyer's favor. */
export const reducedCents = (listCents: number, { percent, priceCents }: Terms): number =>
  Math.min(
    listCents,
    percent === null ? (priceCents ?? listCents) : Math.max(1, partOf(listCents, 100 - percent)),
  )

/** Never below zero; a code may bring it to zero. */
const withCode = (listCents: number, { percent, amountCents }: CodeTerms): number =>
  percent === null ? Math.max(0, listCents - (amountCents ?? 0)) : partOf(listCents, 100 - percent)

const partOf = (cents: number, percent: number): number => Math.floor((cents * percent) / 100)

/**
 * The price of each game in a bundle, in proportion to the list prices; they sum to the bundle's price to the cent. Null for a
 * bundle that is not cheaper than its games, or that leaves nothing for one of them.
 */
export function bundleShares(listCents: readonly number[], priceCents: number): number[] | null {
  const sum = listCents.reduce((all, cents) => all + cents, 0)
  if (priceCents >= sum) return null
  const upTo = (cents: number) => Math.floor((cents * priceCents) / sum)
  let before = 0
  const shares = listCents.map((cents) => {
    before += cents
    return upTo(before) - upTo(before - cents)
  })
  return shares.every((share) => share > 0) ? shares : null
}

/** The discount in whole percent from 1, never rounded up. */
export const percentOff = (listCents: number, priceCents: number): number =>
  Math.max(1, Math.floor((100 * (listCents - priceCents)) / listCents))

/**
 * The current price of a good. Reductions do not add up: the best one counts. Among equal ones a sale comes before a bundle,
 * and both before a code, which is then not used up; among sales the one that ends last comes first. A buyer's own price is paid
 * when it is higher; at the list price and above nothing is reduced.
 */
export function priceOf(good: PricedGood, at: Date): PriceLine {
  const line = reducedLine(good, at)
  const { listCents, ownCents } = good
  if (ownCents === null || ownCents <= line.priceCents) return line
  const full = { listCents, ...NONE }
  return { ...(ownCents < listCents ? line : full), priceCents: ownCents, isOwnPrice: true }
}

const NONE = { sale: null, bundle: null, code: null }

function reducedLine({ listCents, sales, bundle, code }: PricedGood, at: Date): PriceLine {
  const bySale = sales
    .filter(({ beginsAt, endsAt }) => beginsAt <= at && at < endsAt)
    .sort((one, other) => other.endsAt.getTime() - one.endsAt.getTime())
    .map((sale) => ({ priceCents: reducedCents(listCents, sale), ...NONE, sale }))
  const byBundle = bundle ? [{ priceCents: bundle.priceCents, ...NONE, bundle }] : []
  const byCode = code ? [{ priceCents: withCode(listCents, code), ...NONE, code }] : []
  const [best] = [...bySale, ...byBundle, ...byCode]
    .filter(({ priceCents }) => priceCents < listCents)
    .sort((one, other) => one.priceCents - other.priceCents)
  return { listCents, ...(best ?? { priceCents: listCents, ...NONE }), isOwnPrice: false }
}
