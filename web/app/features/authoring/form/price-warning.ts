import { centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { useSmallestPayment } from '../../orders/purchase/smallest-payment.ts'

/** The warning for a typed price that no coin can pay; null for any other (requirements 5.16). */
export const usePriceWarning = (typed: string): string | null => priceWarning(typed, useSmallestPayment())

/** @param minimum the smallest payment, in dollars */
export function priceWarning(typed: string, minimum: number): string | null {
  const cents = centsOfText(typed)
  const isTooSmall = cents !== null && cents > 0 && dollarsOf(cents) < minimum
  return isTooSmall ? `Payments below ${showPrice(minimum)} cannot be made at the moment.` : null
}
