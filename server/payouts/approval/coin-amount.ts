import { decimalText, PLACES, UNITS_PER_CENT, unitsOf } from '../../payments/decimal.ts'

const UNIT = 10n ** BigInt(PLACES)

/**
 * Converts an amount in cents to a coin, at a rate in dollars for one coin, rounded down to the decimals that can be sent: an
 * exact decimal. Null for an invalid rate.
 */
export function coinAmount(cents: number, rate: string, decimals: number): string | null {
  const rateUnits = unitsOf(rate)
  if (rateUnits === null || rateUnits <= 0n) return null
  const units = (BigInt(cents) * UNITS_PER_CENT * UNIT) / rateUnits
  const step = 10n ** BigInt(PLACES - Math.min(decimals, PLACES))
  return decimalText(units - (units % step))
}

/** Whether one decimal is less than another; an invalid decimal is less than everything. */
export const isLess = (one: string, other: string): boolean => (unitsOf(one) ?? -1n) < (unitsOf(other) ?? 0n)
