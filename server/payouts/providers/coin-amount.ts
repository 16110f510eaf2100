import { z } from 'zod'
import { decimalText, unitsOf } from '../../payments/decimal.ts'

/** An amount of coins in a provider's response, as text or as a number: an exact decimal, not negative. */
export const CoinAmount = z.union([z.string(), z.number()]).transform((value, context) => {
  const units = unitsOf(value)
  if (units !== null && units >= 0n) return decimalText(units)
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})
