import { expect, it } from 'vitest'
import { decideHold, type HoldFacts } from './decide-hold.ts'

const fine: HoldFacts = {
  isConfirmed: true,
  isSpent: false,
  wasCleared: false,
  undecidedOfDay: 0,
  publicDays: 3,
  owners: 0,
  independent: 1,
}

it.each<[string, Partial<HoldFacts>, string]>([
  ['T3 hides at one confirmed report', {}, 'hide'],
  ['T3 waits for a second report when nobody is known', { isConfirmed: false }, 'wait'],
  ['T3 hides at the second of different people', { isConfirmed: false, independent: 2 }, 'hide'],
  ['T4 leaves up what was cleared', { wasCleared: true, independent: 2 }, 'queue'],
  ['gives a reporter one undecided hold, and none after a dismissed one', { isSpent: true }, 'queue'],
  ['waits while 5 holds of a day are undecided', { undecidedOfDay: 5 }, 'wait'],
  ['hides while 4 are', { undecidedOfDay: 4 }, 'hide'],
  ['waits for a game that many own and that is old', { publicDays: 31, owners: 101 }, 'wait'],
  ['hides an old one that few own', { publicDays: 31, owners: 100 }, 'hide'],
  ['hides a new one that many own', { publicDays: 30, owners: 101 }, 'hide'],
  ['hides a known one at the second report', { publicDays: 31, owners: 101, independent: 2 }, 'hide'],
])('%s', (_name, changes, decision) => {
  expect(decideHold({ ...fine, ...changes })).toBe(decision)
})
