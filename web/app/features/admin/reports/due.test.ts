import { expect, it } from 'vitest'
import { dueText, isOverdue } from './due.ts'

const now = new Date('2026-05-04T12:00:00Z')

it.each([
  ['2026-05-05T10:00:00Z', 'Due in 22 h'],
  ['2026-05-04T12:40:00Z', 'Due in 40 min'],
  ['2026-05-04T11:20:00Z', 'Overdue by 40 min'],
  ['2026-05-02T12:00:00Z', 'Overdue by 48 h'],
])('T6 A case says when it is due: %s', (iso, text) => {
  expect(dueText(iso, now)).toBe(text)
  expect(isOverdue(iso, now)).toBe(text.startsWith('Overdue'))
})

it('T6 A case says what is due', () => {
  expect(dueText('2026-05-05T10:00:00Z', now, 'First look')).toBe('First look due in 22 h')
  expect(dueText('2026-05-04T11:20:00Z', now, 'Decision')).toBe('Decision overdue by 40 min')
})
