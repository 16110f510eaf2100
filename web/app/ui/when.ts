const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const MOMENT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})

/** `Nov 21, 2026`, in the browser's time zone. Takes the API's ISO times. */
export const showDay = (iso: string): string => DAY.format(new Date(iso))

/** `November 21, 2026`, in the browser's time zone. */
export const showLongDay = (iso: string): string => LONG_DAY.format(new Date(iso))

/** `Nov 21, 2026, 14:02 GMT+1`, in the browser's time zone, which it names. */
export const showMoment = (iso: string): string => MOMENT.format(new Date(iso))
