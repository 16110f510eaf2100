const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `November 21, 2026`; takes a day like `2026-11-21`, which is the same day for everyone. */
export const showDate = (day: string): string => LONG.format(new Date(day))
