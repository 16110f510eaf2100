import type { LibraryEntry } from '@nofiller/contract/library/library'
import { currentTime } from '../../ui/clock.ts'
import { showLocalMoment } from '../releases/local-time.ts'

/** What the reader of a library entry has before other owners, and what opens to them next. */
export function EarlyLine({ entry: { early, coming } }: { entry: LibraryEntry }) {
  const [first] = early
  if (!first && !coming) return null
  const now = currentTime()
  return (
    <p className="text-sm text-muted">
      {first && (
        <>
          <span translate="no">{first.label}</span> is early for you: owners get it on{' '}
          {showLocalMoment(first.ownersAt, now)}.{' '}
        </>
      )}
      {coming && (
        <>
          <span translate="no">{coming.label}</span> opens for you on {showLocalMoment(coming.opensAt, now)}.
        </>
      )}
    </p>
  )
}
