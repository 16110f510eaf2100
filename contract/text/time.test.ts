import { expect, it } from 'vitest'
import { showDate, showUtcDay, showUtcMoment } from './time.ts'

it('Days and times are shown as Intl would', () => {
  const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  for (const day of ['2026-01-01', '2026-05-21', '2026-09-09', '2026-11-21', '2028-02-29', '2026-12-31']) {
    expect(showDate(day)).toBe(long.format(new Date(day)))
    expect(showUtcDay(new Date(`${day}T23:59:59Z`))).toBe(medium.format(new Date(day)))
  }
  expect(showUtcMoment('2026-11-21T13:02:00Z')).toBe('Nov 21, 2026, 13:02 UTC')
})
