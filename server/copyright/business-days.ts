const DAY_MS = 86_400_000
const FIRST_DAY = 11
const LAST_DAY = 13

/**
 * When content returns after a counter-notice: at the start of the 11th US business day after the claimant
 * got it, but no later than the start of the 13th after it was received. So 10 full business days have passed and 14 have not,
 * whichever day an observed holiday is counted as (17 USC 512(g)(2)(C)).
 */
export function restoreAt(receivedAt: Date, forwardedAt = receivedAt): Date {
  const days = [businessDayAfter(forwardedAt, FIRST_DAY), businessDayAfter(receivedAt, LAST_DAY)]
  return new Date(Math.min(...days))
}

/** Days are those of New York; 05:00 UTC is midnight there, or in summer one o'clock. */
function businessDayAfter(instant: Date, count: number): number {
  let day = dayInNewYork(instant)
  for (let passed = 0; passed < count; ) {
    day += DAY_MS
    if (isBusinessDay(day)) passed += 1
  }
  return day + 5 * 3_600_000
}

const CALENDAR = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

/** The calendar day of an instant, as midnight in UTC in milliseconds. */
const dayInNewYork = (instant: Date): number => Date.parse(CALENDAR.format(instant))

/** Whether a day, given as its midnight in UTC, is neither at a weekend nor an observed federal holiday. */
export function isBusinessDay(dayMs: number): boolean {
  const day = new Date(dayMs)
  const isWeekend = day.getUTCDay() === SUNDAY || day.getUTCDay() === SATURDAY
  // New Year's Day of a Saturday is observed in the year before.
  const isOfYear = (year: number) => federalHolidays(year).includes(dayMs)
  const year = day.getUTCFullYear()
  return !isWeekend && !isOfYear(year) && !(day.getUTCMonth() === DECEMBER && isOfYear(year + 1))
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6]
const DECEMBER = 11

/** The days of a year on which the holidays of 5 USC 6103 are observed. */
const federalHolidays = (year: number): number[] => [
  observed(year, 1, 1),
  nth(year, 1, MONDAY, 3),
  nth(year, 2, MONDAY, 3),
  last(year, 5, MONDAY),
  observed(year, 6, 19),
  observed(year, 7, 4),
  nth(year, 9, MONDAY, 1),
  nth(year, 10, MONDAY, 2),
  observed(year, 11, 11),
  nth(year, 11, THURSDAY, 4),
  observed(year, 12, 25),
]

/** A Saturday is observed on the Friday before it, a Sunday on the Monday after it. */
function observed(year: number, month: number, date: number): number {
  const dayMs = Date.UTC(year, month - 1, date)
  const weekday = new Date(dayMs).getUTCDay()
  if (weekday === SATURDAY) return dayMs - DAY_MS
  return weekday === SUNDAY ? dayMs + DAY_MS : dayMs
}

function nth(year: number, month: number, weekday: number, count: number): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return Date.UTC(year, month - 1, 1 + ((weekday - first + 7) % 7) + (count - 1) * 7)
}

function last(year: number, month: number, weekday: number): number {
  const end = new Date(Date.UTC(year, month, 0))
  return end.getTime() - ((end.getUTCDay() - weekday + 7) % 7) * DAY_MS
}
