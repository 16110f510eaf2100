import { expect, it } from 'vitest'
import { isBusinessDay, restoreAt } from './business-days.ts'

const DAY_MS = 86_400_000
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

it.each([
  ['over Thanksgiving', '2026-11-16T15:00:00Z', '2026-12-02'],
  ['over Christmas and New Year', '2026-12-18T15:00:00Z', '2027-01-06'],
  ['over Juneteenth', '2025-06-12T15:00:00Z', '2025-06-30'],
  ['over Independence Day of a Saturday, observed on the Friday', '2026-06-26T15:00:00Z', '2026-07-14'],
  ['over New Year of a Saturday, observed in the year before', '2027-12-20T15:00:00Z', '2028-01-06'],
  ['over Christmas of a Sunday, observed on the Monday', '2033-12-19T15:00:00Z', '2034-01-05'],
  ['over Veterans Day', '2026-11-02T15:00:00Z', '2026-11-18'],
  ['over Columbus Day', '2026-10-05T15:00:00Z', '2026-10-21'],
  ['without any holiday', '2026-03-02T15:00:00Z', '2026-03-17'],
  ['received on a Saturday', '2026-03-07T15:00:00Z', '2026-03-23'],
  ['received late on a Friday in New York, which is Saturday in UTC', '2026-03-07T03:00:00Z', '2026-03-23'],
  ['received late on a Sunday in New York, which is Monday in UTC', '2026-03-09T03:00:00Z', '2026-03-23'],
])('T16 restores content at the start of the 11th business day: %s', (_name, received, restored) => {
  expect(restoreAt(new Date(received)).toISOString()).toBe(`${restored}T05:00:00.000Z`)
})

it('T16 waits at least 10 whole and never 15 business days, on every day from 2025 to 2040', () => {
  const end = Date.UTC(2041, 0, 1)
  const wrong: string[] = []
  for (let day = Date.UTC(2025, 0, 1); day < end; day += DAY_MS) {
    const restored = Date.parse(dayOf(restoreAt(new Date(day + 12 * 3_600_000))))
    const waited = Array.from({ length: (restored - day) / DAY_MS }, (_, index) => day + (index + 1) * DAY_MS)
    const weekdays = waited.filter((each) => ![0, 6].includes(new Date(each).getUTCDay())).length
    if (weekdays < 11 || weekdays > 13) wrong.push(dayOf(new Date(day)))
  }
  expect(wrong).toEqual([])
})

it('T16 knows the federal holidays of 2026', () => {
  const days = Array.from({ length: 365 }, (_, index) => Date.UTC(2026, 0, 1) + index * DAY_MS)
  const holidays = days.filter((day) => !isBusinessDay(day) && ![0, 6].includes(new Date(day).getUTCDay()))
  // As the Office of Personnel Management publishes them.
  expect(holidays.map((day) => dayOf(new Date(day)))).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ])
})
