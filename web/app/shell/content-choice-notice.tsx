import { lazy, Suspense } from 'react'
import { preference } from '../ui/browser/preference.ts'

/** Visitors who passed the gate before it asked how to see 18+ pictures have `1` under this key. */
export const EARLIER_KEY = 'ageOk'
/** Replaces that `1` until they have answered the bar. */
export const EARLIER = 'ask'

const earlier = preference(EARLIER_KEY)
const Bar = lazy(() => import('./content-choice-notice-bar.tsx'))

/** Asks visitors who passed an earlier gate, once, how they want to see 18+ pictures. Only they load the bar. */
export function ContentChoiceNotice() {
  if (earlier.use() !== EARLIER) return null
  return (
    <Suspense fallback={null}>
      <Bar onChosen={() => earlier.write('asked')} />
    </Suspense>
  )
}
