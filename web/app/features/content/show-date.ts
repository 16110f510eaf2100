const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `November 21, 2026`; takes a day like `2026-11-21`, which is the same day for everyone. Without `Intl`, as contract/text/digits.ts. */
export function showDate(day: string): string {
  const [year, month = 1, date] = day.split('-').map(Number)
  return `${MONTHS[month - 1]} ${date}, ${year}`
}
