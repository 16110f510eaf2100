import { expect, it } from 'vitest'
import { showDate } from './show-date.ts'

it('shows a day as Intl would', () => {
  const english = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  for (const day of ['2026-01-01', '2026-11-21', '2028-02-29', '2026-12-31'])
    expect(showDate(day)).toBe(english.format(new Date(day)))
})
