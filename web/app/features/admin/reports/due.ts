const HOUR_MS = 3_600_000

/** `Due in 22 h`, `Overdue by 40 min`. */
export function dueText(iso: string, now: Date): string {
  const leftMs = Date.parse(iso) - now.getTime()
  const span = Math.abs(leftMs)
  const text = span < HOUR_MS ? `${Math.floor(span / 60_000)} min` : `${Math.floor(span / HOUR_MS)} h`
  return leftMs < 0 ? `Overdue by ${text}` : `Due in ${text}`
}

export const isOverdue = (iso: string, now: Date): boolean => Date.parse(iso) < now.getTime()
