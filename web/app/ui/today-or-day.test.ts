import { expect, it } from 'vitest'
import { showTodayOrDay } from './today-or-day.ts'

it('A notice of today says so, and an older one its day', () => {
  const now = new Date(2026, 10, 26, 9)
  expect(showTodayOrDay(new Date(2026, 10, 26, 0, 5).toISOString(), now)).toBe('Today')
  expect(showTodayOrDay(new Date(2026, 10, 25, 23, 55).toISOString(), now)).toBe('Nov 25')
})
