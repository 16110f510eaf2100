import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestAfter } from './digest-time.ts'

const HOUR = 3_600_000
const friday = { day: 5, hour: 18 }
const next = (zone: string, after: string, time = friday) =>
  digestAfter({ ...time, zone }, new Date(after)).toISOString()

it('N10 The weekly email comes at the hour chosen in the zone of its reader', () => {
  expect(next('UTC', '2026-11-26T12:00:00Z')).toBe('2026-11-27T18:00:00.000Z')
  expect(next('Europe/Berlin', '2026-11-26T12:00:00Z')).toBe('2026-11-27T17:00:00.000Z')
  expect(next('America/Los_Angeles', '2026-11-26T12:00:00Z')).toBe('2026-11-28T02:00:00.000Z')
  expect(next('Asia/Kathmandu', '2026-11-26T12:00:00Z')).toBe('2026-11-27T12:15:00.000Z')
  expect(next('UTC', '2026-11-27T18:00:00Z')).toBe('2026-12-04T18:00:00.000Z')
  expect(next('Pacific/Kiritimati', '2026-11-29T11:00:00Z', { day: 1, hour: 0 })).toBe(
    '2026-12-06T10:00:00.000Z',
  )
})

it('N10 The hour stays when the clocks change; one that is skipped comes an hour later, and one that comes twice counts once', () => {
  expect(next('Europe/Berlin', '2026-03-27T18:00:00Z')).toBe('2026-04-03T16:00:00.000Z')
  expect(next('Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-30T17:00:00.000Z')
  const sunday = { day: 7, hour: 2 }
  expect(next('Europe/Berlin', '2026-03-28T12:00:00Z', sunday)).toBe('2026-03-29T01:00:00.000Z')
  expect(next('Europe/Berlin', '2026-10-24T12:00:00Z', sunday)).toBe('2026-10-25T00:00:00.000Z')
  expect(next('Europe/Berlin', '2026-10-25T00:00:00Z', sunday)).toBe('2026-11-01T01:00:00.000Z')
})

it('N10 In each zone the next email is later, within a week, on its day and hour, and the one after it a week later', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
  const days = fc.integer({ min: 1, max: 7 })
  // At night clocks change: on Easter Island from 22:00, by two hours in Antarctica's Troll.
  const hours = fc.integer({ min: 5, max: 20 })
  const change = 2 * HOUR
  fc.assert(
    fc.property(zones, times, days, hours, (zone, after, day, hour) => {
      const time = { day, hour, zone }
      const first = digestAfter(time, after)
      const wait = first.getTime() - after.getTime()
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(7 * 24 * HOUR + change)
      expect(showIn(zone, first)).toBe(`${WEEKDAYS[day - 1]} ${String(hour).padStart(2, '0')}:00`)
      const second = digestAfter(time, first).getTime() - first.getTime()
      expect(Math.abs(second - 7 * 24 * HOUR)).toBeLessThanOrEqual(change)
    }),
    { examples: [['Antarctica/Troll', new Date('2026-03-28T12:00Z'), 6, 20]] },
  )
})

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const showIn = (timeZone: string, time: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
    .format(time)
    .replace(',', '')
