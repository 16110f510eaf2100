import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  AUDIENCES,
  type Audience,
  buyersStep,
  isLongerThanSold,
  isOpenTo,
  isShorterThanSold,
  nextStep,
  openStep,
  type Step,
  stepFor,
  stepsProblem,
  type TimedStep,
  WINDOW_TEXT,
  windowWords,
  worsens,
} from './windows.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-26T18:00:00Z')
const after = (ms: number): string => new Date(NOW.getTime() + ms).toISOString()
const step = (audience: Audience, days: number | null): Step => ({
  audience,
  opensAt: days === null ? null : after(days * DAY_MS),
})
const problem = (steps: Step[], isFree = false) =>
  stepsProblem(steps, { now: NOW, audiences: AUDIENCES, isFree })

it.each<[string, Step[], string | null]>([
  ['supporters now, owners in 7 days', [step('supporters', null), step('owners', 7)], null],
  ['owners at once', [step('owners', null)], null],
  ['all four, the last after 90 days', AUDIENCES.map((one, at) => step(one, [1, 2, 3, 91][at] ?? 0)), null],
  ['no step', [], WINDOW_TEXT.noSteps],
  ['owners first', [step('owners', 1), step('supporters', 2)], WINDOW_TEXT.order],
  ['one audience twice', [step('owners', 1), step('owners', 2)], WINDOW_TEXT.order],
  ['nobody but supporters', [step('supporters', 1)], WINDOW_TEXT.owners],
  ['a demo for everyone, and nothing for owners', [step('everyone', 1)], WINDOW_TEXT.owners],
  ['a time in the past', [step('supporters', -1), step('owners', 2)], WINDOW_TEXT.past],
  ['a second step now', [step('supporters', 1), step('owners', null)], WINDOW_TEXT.past],
  ['two steps at once', [step('supporters', 1), step('owners', 1)], WINDOW_TEXT.later],
  ['91 days', [step('supporters', null), step('owners', 91)], WINDOW_TEXT.tooLong],
])('EA1 Steps: %s', (_, steps, expected) => {
  expect(problem(steps)).toBe(expected)
})

it('EA1 A free game may open to everyone without a step for its owners, and no game to whom it does not have', () => {
  expect(problem([step('supporters', null), step('everyone', 1)], true)).toBeNull()
  expect(buyersStep([step('owners', 1), step('everyone', 2)], true)?.audience).toBe('everyone')
  expect(buyersStep([step('owners', 1), step('everyone', 2)], false)?.audience).toBe('owners')
  const withoutSupporters = { now: NOW, audiences: ['owners'] as const, isFree: false }
  expect(stepsProblem([step('supporters', 1), step('owners', 2)], withoutSupporters)).toBe(
    WINDOW_TEXT.audience,
  )
})

const timed = fc.subarray([...AUDIENCES], { minLength: 1 }).chain((audiences) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 89 * 24 }), {
      minLength: audiences.length,
      maxLength: audiences.length,
    })
    .map((hours): TimedStep[] => {
      const times = hours.toSorted((one, other) => one - other)
      return audiences.map((audience, at) => ({ audience, opensAt: after((times[at] ?? 0) * 3_600_000) }))
    }),
)
const moment = fc
  .integer({ min: -10, max: 90 * 24 })
  .map((hours) => new Date(NOW.getTime() + hours * 3_600_000))

it('EA1 Ascending steps within 90 days that reach owners have no problem', () => {
  fc.assert(
    fc.property(timed, (steps) => {
      expect(problem(steps)).toBe(
        steps.some(({ audience }) => audience === 'owners') ? null : WINDOW_TEXT.owners,
      )
    }),
  )
})

it('EA5 An audience has a release from its step on, which no narrower one gets later', () => {
  fc.assert(
    fc.property(timed, moment, (steps, at) => {
      for (const [place, audience] of AUDIENCES.entries()) {
        const own = stepFor(steps, audience)
        expect(isOpenTo(steps, audience, at)).toBe(own !== null && new Date(own.opensAt) <= at)
        if (isOpenTo(steps, audience, at))
          for (const narrower of AUDIENCES.slice(0, place)) expect(isOpenTo(steps, narrower, at)).toBe(true)
      }
      const [open, next] = [openStep(steps, at), nextStep(steps, at)]
      expect([open, next].filter(Boolean).length).toBeGreaterThan(0)
      if (open && next) expect(steps.indexOf(next)).toBe(steps.indexOf(open) + 1)
    }),
  )
})

it('EA3 A window is as long as it was sold, but for the hour of a clock that changes', () => {
  const lead = (days: number) => [step('supporters', 1), step('owners', 1 + days)]
  expect([isLongerThanSold(lead(7), 7, NOW), isShorterThanSold(lead(7), 7, NOW)]).toEqual([false, false])
  expect(isLongerThanSold(lead(7 + 1 / 24), 7, NOW)).toBe(false)
  expect(isShorterThanSold(lead(7 - 1 / 24), 7, NOW)).toBe(false)
  expect(isLongerThanSold(lead(7.1), 7, NOW)).toBe(true)
  expect(isShorterThanSold(lead(6.9), 7, NOW)).toBe(true)
  expect(isShorterThanSold([step('owners', 1)], 7, NOW)).toBe(false)
  expect(isLongerThanSold([step('supporters', null), step('owners', 8)], 7, NOW)).toBe(true)
})

it('EA3 Supporters lose by a later step and by a shorter lead, and by nothing else', () => {
  const before = [step('supporters', 1), step('owners', 8)] as TimedStep[]
  expect(worsens(before, [step('supporters', 2), step('owners', 9)], NOW)).toBe(true)
  expect(worsens(before, [step('supporters', 1), step('owners', 7)], NOW)).toBe(true)
  expect(worsens(before, [step('owners', 8)], NOW)).toBe(true)
  expect(worsens(before, before, NOW)).toBe(false)
  expect(worsens(before, [step('supporters', null), step('owners', 7)], NOW)).toBe(false)
  expect(worsens([step('owners', 8)] as TimedStep[], [step('owners', 9)], NOW)).toBe(false)
})

it('EA5 A window says who has the release, and who gets it when', () => {
  const steps = [step('supporters', 1), step('owners', 8)] as TimedStep[]
  const words = (days: number) =>
    windowWords(steps, new Date(after(days * DAY_MS)), (time) => time.slice(5, 10))
  expect(words(0)).toBe('Supporters from 11-27, owners from 12-04')
  expect(words(2)).toBe('Supporters now, owners from 12-04')
  expect(words(8)).toBe('')
})
