/** Money is integer cents inside and a JSON number of dollars at the API (requirements 1.5). */

import { grouped } from '../text/digits.ts'

export const MAX_PRICE_CENTS = 100_000

/** Dollars with at most two decimals to cents, or null for more decimals or an invalid amount. */
export function centsOf(dollars: number): number | null {
  if (!Number.isFinite(dollars)) return null
  const cents = Math.round(dollars * 100)
  return Math.abs(cents / 100 - dollars) < 1e-9 ? cents : null
}

/** Cents to dollars, as the API sends them. */
export const dollarsOf = (cents: number): number => cents / 100

/** Dollars added in cents, so that 0.1 and 0.2 make 0.3. */
export const sumDollars = (...amounts: number[]): number =>
  dollarsOf(amounts.reduce((cents, dollars) => cents + Math.round(dollars * 100), 0))

/** `$9.99`, `−$4.00`; thousands are grouped. Takes dollars, as the API sends them. */
export const showPrice = (dollars: number): string =>
  `${dollars < 0 ? '−' : ''}$${grouped(Math.abs(dollars).toFixed(2))}`
