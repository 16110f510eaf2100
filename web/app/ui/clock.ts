import { useCallback, useSyncExternalStore } from 'react'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** How far a browser's two clocks drift apart only where one of them was set, or stood still with a sleeping machine. */
const DRIFT_MS = 2_000
/** How often the time is asked for while no answer tells it: some screens look twice a second. */
const ASK_AGAIN_MS = 10_000

/** By how much the store's time is ahead of the monotonic clock; null before an answer has told. */
let aheadMs: number | null = null
/** The same of the browser's own clock when an answer came last. */
let wallMs = 0
const listeners = new Set<() => void>()

/**
 * The store's time, as answers told it: a browser's own clock may be days off. In between the monotonic clock counts on, which
 * nobody sets. On the server it is the server's; before any answer it can only be the browser's.
 */
export const currentTime = (): Date => new Date(aheadMs === null ? Date.now() : performance.now() + aheadMs)

/**
 * Sets the clock by an answer to what was asked at a moment of `performance.now()`. One that a cache may have stored tells
 * of an earlier time, and is passed over.
 */
export function setClockBy({ headers }: Response, askedAtMs: number): void {
  const sentAtMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(sentAtMs) || !headers.get('cache-control')?.includes('no-store')) return
  const tookMs = performance.now() - askedAtMs
  // It was sent at some time in between, within the second that its header names. What agrees with that stays.
  const toldMs = sentAtMs + SECOND_MS / 2 - askedAtMs - tookMs / 2
  if (aheadMs === null || Math.abs(toldMs - aheadMs) > SECOND_MS + tookMs) aheadMs = toldMs
  wallMs = wallAhead()
  for (const listener of listeners) listener()
}

const wallAhead = () => Date.now() - performance.now()

/**
 * What is so at this moment, such as `in 2 days`: read anew at each step and whenever an answer sets the clock, rendered anew
 * only when it differs.
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

/** Asks for the time where no answer has told it yet, or the machine slept since. */
async function keepSet(): Promise<void> {
  const isSet = aheadMs !== null && Math.abs(wallAhead() - wallMs) < DRIFT_MS
  const askedAtMs = performance.now()
  if (isSet || askedAtMs < lastAskedMs + ASK_AGAIN_MS) return
  lastAskedMs = askedAtMs
  const answer = await fetch('/api/health').catch(() => null)
  if (answer) setClockBy(answer, askedAtMs)
}
