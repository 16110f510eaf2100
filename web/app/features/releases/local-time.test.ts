import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldOf, isTwice, showLocal, showUtc, timeOf, zoneAt } from './local-time.ts'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  process.env.TZ = zone
})

it('reads and shows the times of a zone, and the same in UTC', () => {
  const time = timeOf('2026-11-28T18:00')
  expect(time?.toISOString()).toBe('2026-11-28T17:00:00.000Z')
  if (!time) return
  expect([fieldOf(time), showUtc(time), zoneAt(time)]).toEqual(['2026-11-28T18:00', 'Nov 28, 17:00', 'UTC+1'])
  expect(showLocal(time.toISOString(), new Date('2026-01-01T12:00Z'))).toBe('Nov 28, 18:00')
  expect(showLocal(time.toISOString(), new Date('2027-01-02T12:00Z'))).toBe('Nov 28, 2026, 18:00')
})

it('refuses an hour that a change of clocks skips, and says when one happens twice', () => {
  expect(timeOf('2027-03-28T02:30')).toBeNull()
  expect(timeOf('')).toBeNull()
  const twice = timeOf('2026-10-25T02:30')
  expect(twice && isTwice(twice)).toBe(true)
  const once = timeOf('2026-10-25T04:30')
  expect(once && isTwice(once)).toBe(false)
})
