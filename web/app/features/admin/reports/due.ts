const HOUR_MS = 3_600_000

/** `Due in 22 h`, `Overdue by 40 min`; with a subject, `First look due in 22 h`. */
export function dueText(iso: string, now: Date, what?: string): string {
  const leftMs = Date.parse(iso) - now.getTime()
  const span = Math.abs(leftMs)
  const text = span < HOUR_MS ? `${Math.floor(span / 60_000)} min` : `${Math.floor(span / HOUR_MS)} h`
  const [due, overdue] = what ? [`${what} due`, `${what} overdue`] : ['Due', 'Overdue']
  return leftMs < 0 ? `${overdue} by ${text}` : `${due} in ${text}`
}

export const isOverdue = (iso: string, now: Date): boolean => Date.parse(iso) < now.getTime()
