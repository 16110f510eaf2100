import type { Shares } from '@nofiller/contract/orders/refund-rules'

/** What is deducted from a sale's full price: the provider's fee in cents (0 where it reports none), and the store's share. */
export type Deductions = { feeCents: number; platformSharePercent: number }
export type Split = Shares

/**
 * Splits a sale over its items, by their prices in cents: the provider's fee is deducted first, then the store's share;
 * developers get the rest. The items' fees sum to the sale's fee, and their shares to the store's share. Pure.
 */
export function splitSale(
  prices: readonly number[],
  { feeCents, platformSharePercent }: Deductions,
): Split[] {
  const totalCents = sum(prices)
  const fees = apportion(Math.min(feeCents, totalCents), prices)
  const left = prices.map((price, at) => price - (fees[at] ?? 0))
  return splitEach(
    prices,
    fees,
    apportion(Math.min(shareOf(totalCents, platformSharePercent), sum(left)), left),
  )
}

/** The same with another fee on the sale, where the store's share of each item is known. */
export const splitAgain = (prices: readonly number[], feeCents: number, shares: readonly number[]): Split[] =>
  splitEach(prices, apportion(Math.min(feeCents, sum(prices)), prices), shares)

/** Each item’s price, in cents, divided into the given fee, the store’s share and the rest for the developer. */
export const splitEach = (
  prices: readonly number[],
  fees: readonly number[],
  shares: readonly number[],
): Split[] =>
  prices.map((priceCents, at) => {
    const feeCents = fees[at] ?? 0
    const platformCents = Math.min(shares[at] ?? 0, priceCents - feeCents)
    return { feeCents, platformCents, developerCents: priceCents - feeCents - platformCents }
  })

/**
 * Divides an amount in proportion to weights by the largest remainder: whole cents that sum to it, none more than a cent off.
 */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((cents * weight) / total))
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (cents * weight) % total }))
    .sort((one, other) => other.remainder - one.remainder) // stable: of equal ones the first gets the cent
  const missing = new Set(byRemainder.slice(0, cents - sum(parts)).map(({ at }) => at))
  return parts.map((part, at) => (missing.has(at) ? part + 1 : part))
}

/** Rounds half a cent up. Computes in hundredths of a percent, so binary fractions do not affect rounding. */
const shareOf = (cents: number, percent: number): number =>
  Math.floor((cents * Math.round(percent * 100) + 5_000) / 10_000)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
