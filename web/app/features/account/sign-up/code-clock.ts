import { useEffect, useState } from 'react'

/** Seconds from `now` to `until`, both in ms; none when it is over or nothing is waited for. */
export const secondsLeft = (until: number | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))

/** `1:34` */
export const showClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts the seconds down to a moment, such as the one from which another code may be asked for. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const left = secondsLeft(until, now)
  const isRunning = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (until === null || !isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until, isRunning])
  return left
}
