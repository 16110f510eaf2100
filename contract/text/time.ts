/** Days and moments as text, in UTC. Without `Intl`, as in digits.ts. */

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** A time, as the server has it or the API sends it, or a day like `2026-11-21`. */
type Time = Date | number | string

/** `2026-11-21` */
export const utcDay = (time: Time): string => new Date(time).toISOString().slice(0, 10)

/** `November 21, 2026` */
export function showDate(time: Time): string {
  const [year, month = 1, date] = utcDay(time).split('-').map(Number)
  return `${MONTHS[month - 1]} ${date}, ${year}`
}

/** `Nov 21, 2026`, as days are in UTC: where filters and figures count by it. */
export const showUtcDay = (time: Time): string => showDate(time).replace(/(?<=^...)\w+/, '')

/** `14:02` */
export const showUtcClock = (time: Time): string => new Date(time).toISOString().slice(11, 16)

/** `Nov 21, 2026, 14:02` in UTC, where the zone is said once for many. */
export const showUtcTime = (time: Time): string => `${showUtcDay(time)}, ${showUtcClock(time)}`

/** `Nov 21, 2026, 14:02 UTC`, in emails and for what several people refer to. */
export const showUtcMoment = (time: Time): string => `${showUtcTime(time)} UTC`
