/** Decimal amounts of providers as integers, so no amount passes through a float. */

/** The decimal places of a unit. */
export const PLACES = 18
export const UNITS_PER_CENT = 10n ** 16n
/** The range of a database integer; larger and negative amounts are invalid, and must not prevent an order from being settled. */
const CENTS_MAX = 2n ** 31n - 1n

/** A decimal in units of 10⁻¹⁸, or null when it is not a decimal. JSON numbers may look like `1.2e-7`. */
export function unitsOf(value: string | number): bigint | null {
  const parts = /^(-?)(\d{1,40})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,2}))?$/i.exec(String(value))
  if (!parts) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const places = PLACES - fraction.length + Number(exponent)
  const digits = BigInt(sign + whole + fraction)
  return places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places)
}

/** Units as a decimal without exponent or trailing zeros, for people and wallets. */
export function decimalText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && `.${fraction}`}`
}

/** An amount of money that must be whole cents, or null. */
export function exactCents(value: string | number): number | null {
  const units = unitsOf(value)
  return units === null || units % UNITS_PER_CENT !== 0n ? null : bounded(units / UNITS_PER_CENT)
}

/** An amount of money, rounded up to whole cents, or null. */
export function centsRoundedUp(value: string | number): number | null {
  const units = unitsOf(value)
  return units === null ? null : bounded((units + UNITS_PER_CENT - 1n) / UNITS_PER_CENT)
}

/** Coins at an exchange rate, in units. */
export const worthOf = (units: bigint, rateUnits: bigint): bigint =>
  (units * rateUnits) / 10n ** BigInt(PLACES)

/** An amount of money to the nearest cent. */
export const nearestCents = (units: bigint): number => bounded((units + UNITS_PER_CENT / 2n) / UNITS_PER_CENT)

/** The part of a price that a fraction pays for, in cents, rounded down. */
export const shareOfCents = (priceCents: number, part: bigint, whole: bigint): number =>
  whole > 0n ? bounded((BigInt(priceCents) * part) / whole) : 0

/** Whether a part reaches the total minus the tolerance. */
export const covers = (part: bigint, whole: bigint, tolerancePercent: number): boolean =>
  part * 1_000_000n >= whole * BigInt(Math.round((100 - tolerancePercent) * 10_000))

const bounded = (cents: bigint): number => {
  if (cents < 0n) return 0
  return Number(cents < CENTS_MAX ? cents : CENTS_MAX)
}
