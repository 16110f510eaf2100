import { centsOfText, dollarsOf, showPrice } from '@nofiller/contract/money'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** What the developer is told of a price, as typed, that no coin can pay; null of any other (requirements 5.16). */
export function usePriceWarning(typed: string): string | null {
  const { data } = useQuery({
    queryKey: ['GET /api/checkout/minimum'],
    queryFn: ({ signal }) => call('GET /api/checkout/minimum', { signal }),
    retry: false, // nobody waits for it
  })
  return priceWarning(typed, data?.minimum ?? 0)
}

/** @param minimum the smallest payment, in dollars */
export function priceWarning(typed: string, minimum: number): string | null {
  const cents = centsOfText(typed)
  const isTooSmall = cents !== null && cents > 0 && dollarsOf(cents) < minimum
  return isTooSmall ? `Payments below ${showPrice(minimum)} cannot be made at the moment.` : null
}
