import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelProblem, nextLabel, RELEASE_TEXT, rollbackLabel } from './release-rules.ts'

it.each([
  [null, '1'],
  ['1', '2'],
  ['0.5', '0.6'],
  ['0.9', '0.10'],
  ['1.4.2', '1.4.3'],
  ['1.4-linux', '1.4-linux-2'],
  ['2026-11-09', '2026-11-10'],
  ['第三章', '第三章-2'],
  ['9'.repeat(32), `${'9'.repeat(16)}1${'0'.repeat(15)}`],
])('VE1 The label proposed after %s is %s', (last, label) => {
  expect(nextLabel(last, last ? [last] : [])).toBe(label)
})

it('VE1 No label that the game has used is proposed', () => {
  expect(nextLabel('0.5', ['0.5', '0.6', '0.7'])).toBe('0.8')
  expect(nextLabel('v1-Beta', ['v1-beta-2'])).toBe('v1-Beta-3')
})

it('VE1 VE10 A proposed label is one that a game can have and has not used', () => {
  const label = fc
    .oneof(
      fc.string({ maxLength: 32 }),
      fc.string({ unit: 'grapheme', maxLength: 32 }),
      fc.stringMatching(/^[0-9a-z.-]{1,32}$/),
    )
    .map((text) => text.trim())
    .filter((text) => labelProblem(text) === null)
  const labels = fc.array(label, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(labels, ([last = '', ...others]) => {
      const taken = [last, ...others]
      for (const label of [nextLabel(last, taken), rollbackLabel(last, taken)]) {
        expect(labelProblem(label)).toBeNull()
        expect(taken.map((one) => one.toLowerCase())).not.toContain(label.toLowerCase())
      }
    }),
  )
})

it('VE10 A rollback gets the label of the release that comes back, with a number', () => {
  expect(rollbackLabel('1.4', ['1.4', '1.4.2'])).toBe('1.4-2')
  expect(rollbackLabel('1.4-2', ['1.4', '1.4-2'])).toBe('1.4-3')
})

it('VE1 A label is a line of any script', () => {
  for (const label of ['0.5', 'v1.0 beta', 'a_b+c-d', 'v1/2', '第三章', 'Версия 0,5 (бета)', '👩‍🚀 1'])
    expect(labelProblem(label), label).toBeNull()
  for (const label of ['', 'x'.repeat(33)]) expect(labelProblem(label), label).toBe(RELEASE_TEXT.label)
  for (const label of ['0.5\n1', '0.5\u200B', '\u202E5.0'])
    expect(labelProblem(label), label).toBe('Remove the invisible characters.')
})
