import { centsOf, dollarsOf } from '@nofiller/contract/pricing/money'
import { Note } from '../../../ui/feedback/note.tsx'
import { Price } from '../../../ui/price.tsx'
import { useSmallestPayment } from './smallest-payment.ts'

/**
 * Says before anybody presses Pay that a total is less than any coin can pay, and what to do about it.
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

/** How much more has to be paid, in dollars; null where it is enough, or nothing. */
export function missingDollars(dollars: number, minimum: number): number | null {
  const cents = (centsOf(minimum) ?? 0) - (centsOf(dollars) ?? 0)
  return dollars > 0 && cents > 0 ? dollarsOf(cents) : null
}
