import { SPANS, type Span, STEPS, type Step } from '@nofiller/contract/analytics/analytics-spans'
import { utcDay } from '@nofiller/contract/text/time'
import { choiceIn, dayIn } from '../../ui/list/address-filter.ts'

const DAY_MS = 86_400_000
/** From this many days on, columns are weeks and months unless requested otherwise. */
export const WEEKS_FROM = 91
const MONTHS_FROM = 366

export const SPAN_OPTIONS = SPANS.map((days) => ({ value: String(days), label: `${days} days` }))

/** A URL's span: the last days, or a range. All parts are optional. */
export type RangeFilter = {
  days?: Span | undefined
  from?: string | undefined
  to?: string | undefined
  by?: Step | undefined
}

export const rangeFilterIn = (search: URLSearchParams): RangeFilter => ({
  days: SPANS.find((days) => String(days) === search.get('days')),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  by: choiceIn(search, 'by', STEPS),
})

export type Range = { from: string; to: string; by: Step }

/** The days of a filter, both included, in UTC; the last 30 by default. */
export function rangeOf({ days, from, to, by }: RangeFilter, now: Date): Range {
  const last = to ?? utcDay(now)
  const first = from ?? daysBefore(last, (days ?? 30) - 1)
  return { from: first, to: last, by: by ?? stepFor(lengthOf(first, last)) }
}

const stepFor = (days: number): Step => (days >= MONTHS_FROM ? 'month' : days >= WEEKS_FROM ? 'week' : 'day')

/** How many days a span has, both ends included. */
export const lengthOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

const daysBefore = (day: string, days: number): string => utcDay(Date.parse(day) - days * DAY_MS)

const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `Nov 14`, or `Nov 2026` for a month. Takes a day like `2026-11-14`. */
export const showStep = (day: string, by: Step): string =>
  (by === 'month' ? MONTH : SHORT).format(new Date(day))
