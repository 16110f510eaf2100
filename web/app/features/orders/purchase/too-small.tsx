import { centsOf, dollarsOf } from '@nofiller/contract/pricing/money'
import { Note } from '../../../ui/feedback/note.tsx'
import { Price } from '../../../ui/price.tsx'
import { useSmallestPayment } from './smallest-payment.ts'

/**
 * Warns before Pay is clicked that a total is below every coin's minimum, and what to do about it.
 * @param dollars the total
 * @param advice what can be added here
 */
export function TooSmall({ dollars, advice }: { dollars: number; advice: string }) {
  const minimum = useSmallestPayment({ isAsked: dollars > 0 })
  const missing = missingDollars(dollars, minimum)
  if (missing === null) return null
  return (
    <Note kind="warn" role="status">
      The smallest payment right now is <Price dollars={minimum} />, which is <Price dollars={missing} /> more
      than your total. {advice}
    </Note>
  )
}

/** The missing amount up to the minimum, in dollars; null when it is enough, or nothing. */
export function missingDollars(dollars: number, minimum: number): number | null {
  const cents = (centsOf(minimum) ?? 0) - (centsOf(dollars) ?? 0)
  return dollars > 0 && cents > 0 ? dollarsOf(cents) : null
}
