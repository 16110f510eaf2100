const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const MOMENT_PARTS = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const MOMENT = new Intl.DateTimeFormat('en-US', { ...MOMENT_PARTS, timeZoneName: 'short' })

/** `Nov 21, 2026`, in the browser's time zone. Takes the API's ISO times. */
export const showDay = (iso: string): string => DAY.format(new Date(iso))

/** `November 21, 2026`, in the browser's time zone. */
export const showLongDay = (iso: string): string => LONG_DAY.format(new Date(iso))

/** `Nov 21, 2026, 14:02 GMT+1`, in the browser's time zone, which it names. */
export const showMoment = (iso: string): string => MOMENT.format(new Date(iso))

const UTC_MOMENT = new Intl.DateTimeFormat('en-US', { ...MOMENT_PARTS, timeZone: 'UTC' })

const UTC_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`, as days are in UTC: where filters and figures count by it. */
export const showUtcDay = (iso: string): string => UTC_DAY.format(new Date(iso))

/** `Nov 21, 2026, 14:02` in UTC, where the zone is said once for many. */
export const showUtcTime = (iso: string): string => UTC_MOMENT.format(new Date(iso))

/** `Nov 21, 2026, 14:02 UTC`, for what several people speak of. */
export const showUtcMoment = (iso: string): string => `${UTC_MOMENT.format(new Date(iso))} UTC`

const AGO = new Intl.RelativeTimeFormat('en-US', { style: 'short' })
const UNITS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const

/** `2 min. ago`, in the largest unit that fits; what is younger than a minute is `just now`. */
export function showAgo(iso: string, now: Date): string {
  const agoMs = now.getTime() - Date.parse(iso)
  const fitting = UNITS.findLast(([, lengthMs]) => agoMs >= lengthMs)
  return fitting ? AGO.format(-Math.floor(agoMs / fitting[1]), fitting[0]) : 'just now'
}

const FROM_NOW = new Intl.RelativeTimeFormat('en-US')

/** `in 2 days`, in the largest unit that fits, rounded down; what is nearer than a minute is `in 1 minute`. */
export function showIn(iso: string, now: Date): string {
  const leftMs = Date.parse(iso) - now.getTime()
  const [unit, lengthMs] = UNITS.findLast(([, lengthMs]) => leftMs >= lengthMs) ?? UNITS[0]
  return FROM_NOW.format(Math.max(1, Math.floor(leftMs / lengthMs)), unit)
}
