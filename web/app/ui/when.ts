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
