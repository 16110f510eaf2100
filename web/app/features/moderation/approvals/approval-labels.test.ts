import { expect, it } from 'vitest'
import { dueIn, heldBy, urgencyOf, whyHere } from './approval-labels.ts'

const now = new Date('2026-11-23T09:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

it.each([
  [40, 'In 40 min', 'soon'],
  [12 * 60, 'In 12 h', 'soon'],
  [48 * 60, 'In 48 h', 'later'],
  [72 * 60 + 5, 'In 3 days', 'later'],
  [-40, 'Overdue by 40 min', 'overdue'],
  [-30 * 60, 'Overdue by 30 h', 'overdue'],
])('A review says how soon a response is due in %i minutes', (minutes, said, urgency) => {
  expect(dueIn(at(minutes), now)).toBe(said)
  expect(urgencyOf(at(minutes), now)).toBe(urgency)
})

it('A review says why a game is reviewed', () => {
  const times = { publishedAt: at(0), sentAt: at(0) }
  expect(whyHere({ reason: 'first_game', round: 1, isPublic: false, ...times })).toBe('First game')
  expect(whyHere({ reason: 'new_game', round: 1, isPublic: true, ...times })).toBe('New game, already public')
  expect(whyHere({ reason: 'first_game', round: 2, isPublic: false, ...times })).toBe('Fix sent back')
  const older = { publishedAt: at(-150 * 24 * 60), sentAt: at(0) }
  expect(whyHere({ reason: 'new_game', round: 1, isPublic: true, ...older })).toBe(
    'Changed, not reviewed before, already public',
  )
})

it('A review says who holds it', () => {
  expect(heldBy(null, now)).toBe('Nobody')
  expect(heldBy({ name: 'mara', isMine: false, until: at(9) }, now)).toBe('mara, 9 min left')
  expect(heldBy({ name: 'ops', isMine: true, until: at(14) }, now)).toBe('You, 14 min left')
})
