import { useOnceHydrated } from './browser/hydrated.ts'
import { useAtPresent } from './clock.ts'

type MovingTimeProps = {
  iso: string
  say: (iso: string, now: Date) => string
  /** How often it is said anew; each minute unless what it says changes to the second. */
  everyMs?: number
}

/**
 * A relative time that changes, such as `in 2 days`. A page comes from a cache, up to a minute old, and
 * React keeps its text: the element after hydration is a new one.
 */
export function MovingTime({ iso, say, everyMs }: MovingTimeProps) {
  const isLive = useOnceHydrated(true)
  const said = useAtPresent((now) => say(iso, now), everyMs)
  return (
    <time key={isLive ? 'live' : 'rendered'} dateTime={iso} suppressHydrationWarning>
      {said}
    </time>
  )
}
