const DAY = { month: 'short', day: 'numeric' } as const
const MOMENT = {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** `Nov 28, 18:00` in the browser's time zone, with the year if it is another. Its table names the zone. */
export function showLocal(iso: string, now: Date): string {
  const time = new Date(iso)
  const isThisYear = time.getFullYear() === now.getFullYear()
  return time.toLocaleString('en-US', isThisYear ? MOMENT : { year: 'numeric', ...MOMENT })
}

/** `Nov 28` in the browser's time zone, with the year if it is another. */
export function showLocalDay(iso: string, now: Date): string {
  const time = new Date(iso)
  const isThisYear = time.getFullYear() === now.getFullYear()
  return time.toLocaleDateString('en-US', isThisYear ? DAY : { year: 'numeric', ...DAY })
}

/** `Nov 28, 18:00 (UTC+1)`: where no table names the zone. */
export const showLocalMoment = (iso: string, now: Date): string =>
  `${showLocal(iso, now)} (${zoneAt(new Date(iso))})`

/** `Nov 28, 17:00` in UTC. */
export const showUtc = (time: Date): string => time.toLocaleString('en-US', { ...MOMENT, timeZone: 'UTC' })

/** `UTC+1`, `UTC-3:30`: the browser's offset at a time. */
export function zoneAt(time: Date): string {
  const minutes = -time.getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (minutes === 0) return 'UTC'
  return `UTC${minutes > 0 ? '+' : '−'}${hours}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** The value of a `datetime-local` field for a time, in the browser's zone. */
export function fieldOf(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/**
 * The time that a `datetime-local` field means in the browser's zone: null for an empty or unreadable one, and for an hour
 * that a change of clocks skips.
 */
export function timeOf(field: string): Date | null {
  const time = new Date(field)
  if (Number.isNaN(time.getTime())) return null
  return fieldOf(time) === field.slice(0, 16) ? time : null
}

/** Whether an hour happens twice there, when the clocks go back; the first one is meant. */
export function isTwice(time: Date): boolean {
  const hourMs = 3_600_000
  return fieldOf(new Date(time.getTime() + hourMs)) === fieldOf(time)
}
