import { TRIES_MAX, TRY_WAITS_SECONDS } from '@nofiller/contract/webhooks/webhook-rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../testing/properties.ts'
import { afterTry, givesUpAt } from './after-try.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const answered = (status: number, retryAfter: string | null = null) => ({ status, answer: '', retryAfter })
const secondsUntil = (at: Date | null): number | null => at && (at.getTime() - NOW.getTime()) / 1_000

it('HO4 tries ten times: at once, after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
  const waits = Array.from({ length: TRIES_MAX }, (_, at) =>
    secondsUntil(afterTry(answered(500), at + 1, NOW, 0.5).nextAt),
  )
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
  expect(TRY_WAITS_SECONDS.reduce<number>((sum, wait) => sum + wait, 0)).toBe(272_105) // 75 h 35 min 5 s
  expect(afterTry(answered(500), TRIES_MAX, NOW, 0.5).state).toBe('failed')
})

it('HO4 waits up to 20% shorter or longer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: TRIES_MAX - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, chance) => {
        const wait = secondsUntil(afterTry(answered(500), attempt, NOW, chance).nextAt) ?? 0
        const usual = TRY_WAITS_SECONDS[attempt] ?? 0
        expect(wait).toBeGreaterThanOrEqual(usual * 0.8 - 0.001)
        expect(wait).toBeLessThanOrEqual(usual * 1.2 + 0.001)
      },
    ),
    { numRuns: propertyRuns(200) },
  )
})

it('HO4 takes 2xx alone for a success', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.integer({ min: 1, max: 10 }), (status, attempt) => {
      const isDelivered = afterTry(answered(status), attempt, NOW, 0.5).state === 'delivered'
      expect(isDelivered).toBe(status >= 200 && status < 300)
    }),
    { numRuns: propertyRuns(300) },
  )
})

it('HO4 switches off at 410, and where the secret cannot be opened', () => {
  expect(afterTry(answered(410), 1, NOW, 0.5)).toMatchObject({
    state: 'failed',
    nextAt: null,
    offReason: 'gone',
  })
  expect(afterTry({ failure: 'secret_lost' }, 1, NOW, 0.5)).toMatchObject({
    state: 'failed',
    nextAt: null,
    offReason: 'secret_lost',
  })
})

it.each([429, 502, 504])('HO4 slows down at %d', (status) => {
  expect(secondsUntil(afterTry(answered(status), 1, NOW, 0.5).slowUntil)).toBe(60)
  expect(secondsUntil(afterTry(answered(status, '120'), 1, NOW, 0.5).slowUntil)).toBe(120)
})

it.each([
  ['40', 40],
  ['Wed, 25 Nov 2026 12:01:00 GMT', 60],
  ['999999999', 86_400],
  ['Wed, 25 Nov 2020 12:01:00 GMT', 5],
  ['-5', 5],
  ['soon', 5],
])('HO4 waits as long as Retry-After asks: %s', (retryAfter, seconds) => {
  expect(secondsUntil(afterTry(answered(503, retryAfter), 1, NOW, 0.5).nextAt)).toBe(seconds)
})

it('HO6 says when it gives up', () => {
  expect(givesUpAt(9, NOW)).toEqual(NOW)
  expect(secondsUntil(givesUpAt(7, NOW))).toBe(72_000 + 86_400)
  expect(givesUpAt(3, null)).toBeNull()
})
