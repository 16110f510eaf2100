import { expect, it } from 'vitest'
import { showNoticeDay } from './notice-day.ts'

it('A notice of today says so, and an older one its day', () => {
  const now = new Date(2026, 10, 26, 9)
  expect(showNoticeDay(new Date(2026, 10, 26, 0, 5).toISOString(), now)).toBe('Today')
  expect(showNoticeDay(new Date(2026, 10, 25, 23, 55).toISOString(), now)).toBe('Nov 25')
})
