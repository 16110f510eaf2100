import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changedRows, choicesOf, proposedRows, rowsOf, stepProblems, stepsOf } from './step-rows.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const inFreeGame = () => proposedRows(['supporters', 'owners', 'everyone'], 7, NOW)
const inPaidGame = () => proposedRows(['supporters', 'owners'], 7, NOW)

it('EA1 lets only the first step be now, and keeps two of them', () => {
  const [free, paid] = [inFreeGame(), inPaidGame()]
  expect(paid.map((row) => choicesOf(paid, row, false))).toEqual([['now', 'time'], ['time']])
  expect(free.map(({ from }) => from)).toEqual(['now', 'time', 'never'])
  expect(free.map((row) => choicesOf(free, row, true))).toEqual([
    ['now', 'time'],
    ['time'],
    ['time', 'never'],
  ])
  const all = changedRows(free, { audience: 'everyone', from: 'time' })
  expect(all.map((row) => choicesOf(all, row, true))).toEqual([
    ['now', 'time', 'never'],
    ['time', 'never'],
    ['time', 'never'],
  ])
  // A game with a price opens its demo to everyone, and has to open to owners.
  expect(all.map((row) => choicesOf(all, row, false).includes('never'))).toEqual([true, false, true])
  const skipped = changedRows(all, { audience: 'supporters', from: 'never' })
  const ownersNow = changedRows(skipped, { audience: 'owners', from: 'now' })
  // Who comes first again takes the place of the one that is now.
  expect(changedRows(ownersNow, { audience: 'supporters', from: 'now' }).map(({ from }) => from)).toEqual([
    'now',
    'time',
    'time',
  ])
})

it('EA1 names the problem of each step', () => {
  const at = (audience: 'supporters' | 'owners', field: string) =>
    stepProblems(changedRows(inPaidGame(), { audience, from: 'time', at: field }), NOW)
  expect(at('owners', '')).toEqual({ 'steps.owners': 'Choose a day and a time.' })
  expect(at('owners', '2026-11-25T10:00')).toEqual({ 'steps.owners': 'Choose a time in the future.' })
  expect(at('owners', '2027-03-01T10:00')).toEqual({
    'steps.owners': 'All steps have to be within 90 days of the first.',
  })
  expect(at('supporters', '2026-12-20T10:00')).toEqual({
    'steps.owners': 'Each step has to be later than the one before.',
  })
  expect(at('supporters', '2026-11-26T12:30')).toEqual({})
})

it('EA3 sends what has opened as it is, and a time that nobody changed to the second', () => {
  const steps = [
    { audience: 'supporters' as const, opensAt: '2026-11-25T09:00:12.345Z' },
    { audience: 'owners' as const, opensAt: '2026-12-05T17:00:30.000Z' },
  ]
  const rows = rowsOf(['supporters', 'owners'], steps, NOW)
  expect(rows.map((row) => choicesOf(rows, row, false))).toEqual([['opened'], ['time']])
  expect(stepsOf(rows)).toEqual(steps)
  const sooner = changedRows(rows, { audience: 'owners', at: '2026-12-01T10:00' })
  expect(stepProblems(sooner, NOW)).toEqual({})
  expect(stepsOf(sooner)[0]).toEqual(steps[0])
  const before = changedRows(rows, { audience: 'owners', at: '2026-11-25T08:00' })
  expect(stepProblems(before, NOW)).toEqual({ 'steps.owners': 'Choose a time in the future.' })
})

it('EA1 proposes the same hour where clocks change between, and refuses the hour that they skip', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const before = new Date('2026-10-20T16:00:00Z') // 18:00 there
  const rows = proposedRows(['supporters', 'owners'], 7, before)
  expect(rows[1]?.at).toBe('2026-10-27T18:00')
  expect(stepsOf(rows)[1]?.opensAt).toBe('2026-10-27T17:00:00.000Z')
  const skipped = changedRows(rows, { audience: 'owners', at: '2027-03-28T02:30' })
  expect(stepProblems(skipped, before)).toEqual({
    'steps.owners': 'The clocks skip this hour. Choose another time.',
  })
})
