import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayReview } from './may-review.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-11-26T14:20:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

it('RV1 An owner reviews from 24 hours after the first download, to the second', () => {
  const owner = { isOwn: false, isOwner: true, accountSince: ago(1_000 * HOUR_MS) }
  expect(mayReview({ ...owner, fetchedAt: ago(24 * HOUR_MS) }, NOW).state).toBe('may')
  expect(mayReview({ ...owner, fetchedAt: ago(24 * HOUR_MS - 1_000) }, NOW)).toEqual({
    state: 'too_early',
    from: new Date(NOW.getTime() + 1_000),
  })
  expect(mayReview({ ...owner, fetchedAt: null }, NOW)).toEqual({ state: 'too_early', from: null })
})

it('RV17 Nobody reviews their own game, one they do not own, or too early', () => {
  const age = fc.integer({ min: 0, max: 48 * HOUR_MS })
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.option(age), age, (isOwn, isOwner, fetched, account) => {
      const facts = {
        isOwn,
        isOwner,
        fetchedAt: fetched === null ? null : ago(fetched),
        accountSince: ago(account),
      }
      const isLate = fetched !== null && Math.min(fetched, account) >= 24 * HOUR_MS
      const expected = isOwn ? 'own_game' : !isOwner ? 'not_an_owner' : isLate ? 'may' : 'too_early'
      expect(mayReview(facts, NOW).state).toBe(expected)
    }),
  )
})
