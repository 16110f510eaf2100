import { useCallback, useSyncExternalStore } from 'react'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** How far a browser's two clocks drift apart only where one of them was set, or stood still with a sleeping machine. */
const DRIFT_MS = 2_000

/** By how much the store's time is ahead of the monotonic clock: at least and at most. */
type Ahead = { leastMs: number; mostMs: number }
let ahead: Ahead | null = null
let setAt = { wallMs: 0, monotonicMs: 0 }
const listeners = new Set<() => void>()

/**
 * The store's time, as the last answers told it: a browser's own clock may be days off. In between the monotonic clock counts
 * on, which nobody sets. On the server it is the server's; before any answer it can only be the browser's.
 */
export const currentTime = (): Date =>
  new Date(ahead === null ? Date.now() : performance.now() + (ahead.leastMs + ahead.mostMs) / 2)

/**
 * Sets the clock by an answer to what was asked at a moment of `performance.now()`. One that a cache may have stored tells
 * of an earlier time, and is passed over.
 */
export function setClockBy({ headers }: Response, askedAtMs: number): void {
  const sentAtMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(sentAtMs) || !headers.get('cache-control')?.includes('no-store')) return
  // It was sent after it was asked for and before now, in the second that its header names.
  const told = { leastMs: sentAtMs - performance.now(), mostMs: sentAtMs + SECOND_MS - askedAtMs }
  ahead = withinBoth(ahead, told) ?? told
  setAt = { wallMs: Date.now(), monotonicMs: performance.now() }
  for (const listener of [...listeners]) listener()
}

/** Each answer narrows what is known, until one contradicts it: the machine slept, or the server's clock was set. */
function withinBoth(one: Ahead | null, other: Ahead): Ahead | null {
  if (one === null) return null
  const both = {
    leastMs: Math.max(one.leastMs, other.leastMs),
    mostMs: Math.min(one.mostMs, other.mostMs),
  }
  return both.leastMs <= both.mostMs ? both : null
}

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
  listeners.add(changed)
  keepSet()
  const timer = setInterval(() => {
    keepSet()
    changed()
  }, everyMs)
  return () => {
    listeners.delete(changed)
    clearInterval(timer)
  }
}

let isAsking = false

/** Asks for the time where no answer has told it yet, or the machine slept since. */
function keepSet(): void {
  if (isAsking || (ahead !== null && !hasDrifted())) return
  isAsking = true
  void askForTime().finally(() => {
    isAsking = false
  })
}

const hasDrifted = (): boolean =>
  Math.abs(Date.now() - setAt.wallMs - (performance.now() - setAt.monotonicMs)) > DRIFT_MS

async function askForTime(): Promise<void> {
  const askedAtMs = performance.now()
  const answer = await fetch('/api/health').catch(() => null) // asked again with the next step
  if (answer) setClockBy(answer, askedAtMs)
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && ahead !== null) keepSet()
  })
