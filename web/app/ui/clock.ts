import { useCallback, useSyncExternalStore } from 'react'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** A browser's two clocks only drift apart when one of them was set, or paused while the machine slept. */
const DRIFT_MS = 2_000
/** How often the time is requested while no response contains it: some screens check twice a second. */
const ASK_AGAIN_MS = 10_000

/** How far the store's time is ahead of the monotonic clock; null before a response has told. */
let aheadMs: number | null = null
/** The same for the browser's own clock at the last response. */
let wallMs = 0
const listeners = new Set<() => void>()

/**
 * The store's time, from responses: a browser's own clock may be days off. In between the monotonic clock counts on, which
 * nobody sets. On the server it is the server's; before any response it can only be the browser's.
 */
export const currentTime = (): Date => new Date(aheadMs === null ? Date.now() : performance.now() + aheadMs)

/**
 * Sets the clock by a response to a request sent at some `performance.now()`. A response that may come from a cache
 * shows an earlier time, and is ignored.
 */
export function setClockBy({ headers }: Response, askedAtMs: number): void {
  const sentAtMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(sentAtMs) || !headers.get('cache-control')?.includes('no-store')) return
  const tookMs = performance.now() - askedAtMs
  // It was sent at some time in between, within the second in its header. A clock that agrees with that stays.
  const reportedMs = sentAtMs + SECOND_MS / 2 - askedAtMs - tookMs / 2
  if (aheadMs === null || Math.abs(reportedMs - aheadMs) > SECOND_MS + tookMs) aheadMs = reportedMs
  wallMs = wallAhead()
  for (const listener of listeners) listener()
}

const wallAhead = () => Date.now() - performance.now()

/**
 * A value that depends on the time, such as `in 2 days`: recomputed at each step and whenever a response sets the clock,
 * rerendered only when it changes.
 */
export function useAtPresent<Value extends string | number | boolean>(
  read: (now: Date) => Value,
  everyMs = MINUTE_MS,
): Value {
  const subscribe = useCallback((changed: () => void) => watch(changed, everyMs), [everyMs])
  const present = () => read(currentTime())
  return useSyncExternalStore(subscribe, present, present)
}

function watch(changed: () => void, everyMs: number): () => void {
  const timer = setInterval(() => {
    void keepSet()
    changed()
  }, everyMs)
  listeners.add(changed)
  void keepSet()
  return () => {
    listeners.delete(changed)
    clearInterval(timer)
  }
}

let lastAskedMs = Number.NEGATIVE_INFINITY

/** Requests the time if no response has told it yet, or the machine slept since. */
async function keepSet(): Promise<void> {
  const isSet = aheadMs !== null && Math.abs(wallAhead() - wallMs) < DRIFT_MS
  const askedAtMs = performance.now()
  if (isSet || askedAtMs < lastAskedMs + ASK_AGAIN_MS) return
  lastAskedMs = askedAtMs
  const answer = await fetch('/api/health').catch(() => null)
  if (answer) setClockBy(answer, askedAtMs)
}
