import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailTime } from './mail-time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = new Date('2026-11-26T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

it('VE8 The first email about a game goes at once, and the next 24 hours later', () => {
  expect(mailTime([], now)).toEqual(now)
  expect(mailTime([ago(HOUR)], now)).toEqual(new Date(now.getTime() + 23 * HOUR))
  expect(mailTime([ago(DAY)], now)).toEqual(now)
})

it('VE8 A ninth email about a game waits until the first of eight is 30 days old', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 29].map((days) => ago(days * DAY))
  expect(mailTime(eight, now)).toEqual(new Date(now.getTime() + DAY))
  expect(mailTime(eight.slice(1), now)).toEqual(now)
})

it('VE8 Both bounds hold for any releases, and each email goes at last', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 * DAY }), { maxLength: 60 }), (pauses) => {
      const sent: Date[] = []
      let time = now.getTime()
      for (const pause of pauses) {
        time += pause
        const next = mailTime(sent, new Date(time))
        expect(next.getTime()).toBeGreaterThanOrEqual(time)
        time = next.getTime()
        sent.push(next)
      }
      for (const [at, one] of sent.entries()) {
        const gap = one.getTime() - (sent[at - 1]?.getTime() ?? Number.NEGATIVE_INFINITY)
        expect(gap).toBeGreaterThanOrEqual(DAY)
        const eighthBefore = sent[at - 8]?.getTime() ?? Number.NEGATIVE_INFINITY
        expect(one.getTime() - eighthBefore).toBeGreaterThanOrEqual(30 * DAY)
      }
    }),
  )
})
