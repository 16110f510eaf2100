import fc from 'fast-check'
import { expect, it } from 'vitest'
import { releaseState, whyNotLive } from './release-state.ts'

const time = fc.option(fc.constant(new Date('2026-11-26T12:00:00Z')))
const facts = fc.record({
  liveAt: time,
  earlyAt: time,
  withdrawnAt: fc.constant(null),
  opensAt: time,
  isPresent: fc.boolean(),
  builds: fc.array(
    fc.record({ isChecked: fc.boolean(), problem: fc.option(fc.constant('It is damaged.')) }),
    { maxLength: 3 },
  ),
})
const game = fc.record({
  is_illegal: fc.boolean(),
  suspended_at: time,
  review: fc.constantFrom(null, 'waiting' as const),
})

it('VE2 VE3 A release can go live exactly when it has files, all checked and without a problem, and its game may change', () => {
  fc.assert(
    fc.property(facts, game, (release, { is_illegal, suspended_at, review }) => {
      const { liveAt, builds } = release
      const isReady = builds.length > 0 && builds.every(({ isChecked, problem }) => isChecked && !problem)
      const mayChange = !is_illegal && (suspended_at === null || review !== null)
      const refusal = whyNotLive(release, { is_illegal, suspended_at, review })
      expect(refusal === null).toBe(liveAt === null && isReady && mayChange)
      if (refusal === null) expect(['ready', 'scheduled', 'opening']).toContain(releaseState(release))
    }),
  )
})
