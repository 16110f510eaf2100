import fc from 'fast-check'
import { expect, it } from 'vitest'
import { passwordProblem, TEXT } from './account-rules.ts'
import { PASSWORD_MAX, PASSWORD_MIN, passwordStrength } from './password.ts'

it.each([
  ['', 0, 'Very weak'],
  ['abc', 1, 'Weak'],
  ['abcdefgh', 2, 'Okay'],
  ['Abcdefgh', 3, 'Good'],
  ['Abcdefg1', 4, 'Strong'],
  ['沈黙は金なり雄弁', 3, 'Good'],
])('rates %j with %i, %s', (password, score, label) => {
  expect(passwordStrength(password)).toMatchObject({ score, label })
})

it('A2 lets every password of 8 characters pass, of whatever script', () => {
  const anything = fc.string({ unit: 'binary', minLength: PASSWORD_MIN, maxLength: 40 })
  fc.assert(
    fc.property(anything, (password) => passwordProblem(password) === null),
    { numRuns: 2_000 },
  )
  for (const same of ['a', 'Z', '7', ' ', 'ǅ', 'ʰ', '語', 'ش', '🜁'])
    expect(passwordProblem(same.repeat(PASSWORD_MIN)), same).toBeNull()
})

it('A1 refuses passwords that are too short or too long', () => {
  expect(passwordProblem('Abcde-1')).toBe(TEXT.passwordShort)
  expect(passwordProblem('a'.repeat(PASSWORD_MAX))).toBeNull()
  expect(passwordProblem('a'.repeat(PASSWORD_MAX + 1))).toBe(TEXT.tooLong)
})
