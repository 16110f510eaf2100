/** The rules for paying more than the price. No zod: the browser loads this. */
import { MAX_PRICE_CENTS, showPrice } from '../pricing/money.ts'

export const OWN_PRICE_MAX_CENTS = MAX_PRICE_CENTS

/** The suggested amounts above a price: a little, half as much again, and twice as much, in whole dollars. In cents. */
export function suggestedCents(priceCents: number): [number, number, number] {
  if (priceCents === 0) return [300, 500, 1_000]
  const dollars = (factor: number) => Math.ceil((priceCents * factor) / 100) * 100
  const first = Math.min(dollars(1.25), OWN_PRICE_MAX_CENTS)
  const second = Math.min(Math.max(dollars(1.5), first + 100), OWN_PRICE_MAX_CENTS)
  return [first, second, Math.min(Math.max(dollars(2), second + 100), OWN_PRICE_MAX_CENTS)]
}

/** Why an amount, in cents, cannot be paid for a game; null when it can. Null cents are no amount. */
export function ownPriceProblem(cents: number | null, priceCents: number): string | null {
  if (cents === null) return 'Enter an amount in dollars and cents.'
  if (cents < priceCents) return `Enter at least ${showPrice(priceCents / 100)}.`
  if (cents === 0) return 'Enter an amount above $0.'
  return cents > OWN_PRICE_MAX_CENTS ? `Enter at most ${showPrice(OWN_PRICE_MAX_CENTS / 100)}.` : null
}
