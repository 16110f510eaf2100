import { plural } from '@nofiller/contract/text/digits'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** `52 min old`, `4 h old`, `2 days old`. */
export function ageOf(iso: string, now: Date): string {
  const ageMs = Math.max(0, now.getTime() - Date.parse(iso))
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / 60_000)} min old`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h old`
  const days = Math.floor(ageMs / DAY_MS)
  return plural(days, 'day old', 'days old')
}

/** Whether somebody has waited for a day. */
export const isOld = (iso: string, now: Date): boolean => now.getTime() - Date.parse(iso) >= DAY_MS
