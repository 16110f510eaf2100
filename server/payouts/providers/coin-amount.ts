import { z } from 'zod'
import { decimalText, unitsOf } from '../../payments/decimal.ts'

/** An amount of coins in a provider's answer, as text or as a number: an exact decimal, not less than nothing. */
export const CoinAmount = z.union([z.string(), z.number()]).transform((value, context) => {
  const units = unitsOf(value)
  if (units !== null && units >= 0n) return decimalText(units)
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})
