import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Location, matchPath, useLocation, useNavigate, useNavigation } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { AfterAMoment } from '../ui/feedback/skeleton.tsx'
import { CHUNK_TIMEOUT_MS } from '../ui/lazy-part.tsx'

/** Sent instead of a reload when the script of a route fails; `detail` is the route's id (vite.config.ts). */
const FAILED_EVENT = 'route-script-failed'

/** Routes whose script failed. The router requests a script only once and waits forever, so a retry cannot help. */
const failedRoutes = new Set<string>()

if (typeof window !== 'undefined')
  window.addEventListener(FAILED_EVENT, (event) => {
    if (event instanceof CustomEvent) failedRoutes.add(String(event.detail))
  })

/**
 * A line at the top of the window while the next page is loading. When its script fails or takes 120 s, says so and
 * leaves the current page as it is, with all typed text (requirements 9.8).
 */
export function NavigationProgress() {
  const { state, location } = useNavigation()
  if (state === 'idle' || !location) return null
  return <OnTheWay key={location.key} to={location} />
}

function OnTheWay({ to }: { to: Location }) {
  const hasFailed = useFailed(to.pathname)
  if (hasFailed) return <Failed to={to} />
  return (
    <AfterAMoment>
      <div role="status">
        <div
          role="progressbar"
          aria-label="Loading"
          className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
        >
          <div className="h-full w-1/3 animate-progress bg-accent" />
        </div>
      </div>
    </AfterAMoment>
  )
}

function useFailed(pathname: string): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CHUNK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  const isBroken = useSyncExternalStore(watchFailures, () => failedRoutes.values().some(leadsTo(pathname)))
  return isLate || isBroken
}

function watchFailures(listener: () => void) {
  window.addEventListener(FAILED_EVENT, listener)
  return () => window.removeEventListener(FAILED_EVENT, listener)
}

/** A page's route is named after its path, a layout around several pages after its file. */
const leadsTo = (pathname: string) => (route: string) =>
  route !== '/*' && (!route.startsWith('/') || matchPath(route, pathname) !== null)

function Failed({ to }: { to: Location }) {
  const here = useLocation()
  const navigate = useNavigate()
  // A new navigation to the current page replaces the failed one.
  const stay = () => navigate(here, { replace: true, state: here.state, preventScrollReset: true })
  return (
    <div className="fixed inset-x-4 bottom-6 z-50 mx-auto max-w-125 rounded-2 bg-raised shadow-pop">
      <Note
        kind="bad"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => window.location.assign(to.pathname + to.search + to.hash)}>
              Reload
            </Button>
            <Button size="small" kind="quiet" onClick={stay}>
              Stay here
            </Button>
          </div>
        }
      >
        The page did not load. What you typed here is kept as long as you stay.
      </Note>
    </div>
  )
}
