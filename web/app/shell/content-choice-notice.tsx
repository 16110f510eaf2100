import { lazy, Suspense } from 'react'
import { preference } from '../ui/browser/preference.ts'

/** Under this key stood `1` for who had passed the gate before it asked how to see 18+ pictures. */
export const EARLIER_KEY = 'ageOk'
/** It stands there until they were asked that as well. */
export const EARLIER = 'ask'

const earlier = preference(EARLIER_KEY)
const Bar = lazy(() => import('./content-choice-notice-bar.tsx'))

/** Asks whoever passed the gate before, once, how they want to see 18+ pictures. They alone load the bar. */
export function ContentChoiceNotice() {
  if (earlier.use() !== EARLIER) return null
  return (
    <Suspense fallback={null}>
      <Bar onChosen={() => earlier.write('asked')} />
    </Suspense>
  )
}
