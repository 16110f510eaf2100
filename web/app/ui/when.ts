const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const MOMENT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 21, 2026`, in the browser's time zone. Takes the API's ISO times. */
export const showDay = (iso: string): string => DAY.format(new Date(iso))

/** `November 21, 2026`, in the browser's time zone. */
export const showLongDay = (iso: string): string => LONG_DAY.format(new Date(iso))

/** `Nov 21, 2026, 14:02`, in the browser's time zone. */
export const showMoment = (iso: string): string => MOMENT.format(new Date(iso))

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
