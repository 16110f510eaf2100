import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '../ui/button.tsx'
import { CHUNK_TIMEOUT_MS } from '../ui/lazy-part.tsx'
import { Note } from '../ui/note.tsx'
import { AfterAMoment } from '../ui/skeleton.tsx'

/** A line at the top of the window while the next page is on its way; after 120 s, a way out (document 1 §9). */
export function NavigationProgress() {
  const { state, location } = useNavigation()
  if (state === 'idle' || !location) return null
  const to = location.pathname + location.search
  return (
    <AfterAMoment key={to}>
      <div
        role="progressbar"
        aria-label="Loading"
        className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
      >
        <div className="h-full w-1/3 animate-progress bg-accent" />
      </div>
      <Stuck to={to} />
    </AfterAMoment>
  )
}

function Stuck({ to }: { to: string }) {
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStuck(true), CHUNK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isStuck) return null
  return (
    <div className="fixed inset-x-4 bottom-6 z-50 mx-auto max-w-110 rounded-2 bg-raised shadow-pop">
      <Note
        kind="bad"
        action={
          <Button size="small" onClick={() => location.assign(to)}>
            Reload
          </Button>
        }
      >
        The page did not load.
      </Note>
    </div>
  )
}
