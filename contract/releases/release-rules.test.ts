import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LABEL_PATTERN, nextLabel, rollbackLabel } from './release-rules.ts'

it.each([
  [null, '1'],
  ['1', '2'],
  ['0.5', '0.6'],
  ['0.9', '0.10'],
  ['1.4.2', '1.4.3'],
  ['1.4-linux', '1.4-linux-2'],
  ['2026-11-09', '2026-11-10'],
  ['9'.repeat(32), `${'9'.repeat(16)}1${'0'.repeat(15)}`],
])('VE1 The label proposed after %s is %s', (last, label) => {
  expect(nextLabel(last, last ? [last] : [])).toBe(label)
})

it('VE1 No label that the game has used is proposed', () => {
  expect(nextLabel('0.5', ['0.5', '0.6', '0.7'])).toBe('0.8')
  expect(nextLabel('v1-Beta', ['v1-beta-2'])).toBe('v1-Beta-3')
})

it('VE1 No label that the game has used is proposed', () => {
  expect(nextLabel('0.5', ['0.5', '0.6', '0.7'])).toBe('0.8')
  expect(nextLabel('v1-Beta', ['v1-beta-2'])).toBe('v1-Beta-3')
})

it('VE1 VE10 A proposed label is one that a game can have and has not used', () => {
  const labels = fc.array(fc.stringMatching(LABEL_PATTERN), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(labels, ([last = '', ...others]) => {
      const taken = [last, ...others]
      for (const label of [nextLabel(last, taken), rollbackLabel(last, taken)]) {
        expect(label).toMatch(LABEL_PATTERN)
        expect(taken.map((one) => one.toLowerCase())).not.toContain(label.toLowerCase())
      }
    }),
  )
})

it('VE10 A rollback gets the label of the release that comes back, with a number', () => {
  expect(rollbackLabel('1.4', ['1.4', '1.4.2'])).toBe('1.4-2')
  expect(rollbackLabel('1.4-2', ['1.4', '1.4-2'])).toBe('1.4-3')
})

it('VE1 A label has letters, digits, dots, hyphens, underscores, plus signs and spaces', () => {
  for (const label of ['0.5', 'v1.0 beta', 'a_b+c-d']) expect(LABEL_PATTERN.test(label)).toBe(true)
  for (const label of ['', 'x'.repeat(33), 'v1/2', 'ü', '0.5\n'])
    expect(LABEL_PATTERN.test(label)).toBe(false)
})
