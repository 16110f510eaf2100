import { type ReactNode, useEffect, useState } from 'react'

/** A gray block in place of loading content; the size comes from `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-skeleton rounded-1 bg-[linear-gradient(90deg,var(--surface)_25%,var(--raised)_50%,var(--surface)_75%)] bg-size-[300%_100%] light:bg-line light:bg-none ${className}`}
    />
  )
}

/** Shows its children after 150 ms, so a quick response never flickers. */
export function AfterAMoment({ children, delayMs = 150 }: { children: ReactNode; delayMs?: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return shown ? children : null
}
