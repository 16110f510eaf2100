import { RESEND_SECONDS } from '@nofiller/contract/account-rules'
import { useEffect, useState } from 'react'

const KEY = 'codeSentAt'
type Sent = { email: string; at: number }

/** Remembers, for this tab and over a reload, when a code was last mailed to an address. */
export function rememberCodeSent(email: string, at = Date.now()): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, at } satisfies Sent))
  } catch {
    // Storage is forbidden: a reload then starts the countdown anew, and the server still keeps its own.
  }
}

/** When a code was last mailed to an address, as far as this tab knows. */
export function codeSentAt(email: string): number | null {
  try {
    const sent: Partial<Sent> | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return sent?.email === email && typeof sent.at === 'number' ? sent.at : null
  } catch {
    return null
  }
}

/** Seconds until another code may be asked for. */
export function secondsLeft(sentAt: number | null, now: number, waitSeconds = RESEND_SECONDS): number {
  if (sentAt === null) return 0
  return Math.min(waitSeconds, Math.max(0, Math.ceil((sentAt + waitSeconds * 1_000 - now) / 1_000)))
}

/** `1:34` */
export const showClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts the seconds down until another code may be asked for. */
export function useCountdown(sentAt: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const left = secondsLeft(sentAt, now)
  const isRunning = sentAt !== null && left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
