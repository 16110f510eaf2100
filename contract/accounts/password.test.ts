import fc from 'fast-check'
import { expect, it } from 'vitest'
import { passwordProblem, TEXT } from './account-rules.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { guessOf, PASSWORD_MAX, PASSWORD_MIN, PASSWORD_SCORE_MIN, passwordStrength } from './password.ts'

it.each([
  ['', 0, 'Very weak'],
  ['abc', 1, 'Weak'],
  ['Abcde-1', 1, 'Weak'],
  ['🜁🜂🜃Aa', 1, 'Weak'],
  ['a-Walk-1'.repeat(17), 1, 'Weak'],
  ['acegikmo', 2, 'Okay'],
  ['Acegikmo', 3, 'Good'],
  ['Acegikm1', 4, 'Strong'],
  ['沈黙は金なり雄弁', 3, 'Good'],
  ['a long walk by the sea', 4, 'Strong'],
  ['alongwalkbythesea', 4, 'Strong'],
])('The password %j is rated %i, %s', (password, score, label) => {
  expect(passwordStrength(password)).toMatchObject({ score, label })
})

it.each([
  ['Aaaaaaaa', 'only a repetition'],
  ['Abcabcabc', 'only a repetition'],
  ['12341234', 'only a repetition'],
  ['ABCDEFGHIJ', 'only a sequence'],
  ['87654321', 'only a sequence'],
  ['Qwertyuiop', 'only a sequence'],
  ['1234567890123456', 'only a sequence'],
  ['Low.Battery-Club9', 'your username or email'],
  ['June@Example.test', 'your username or email'],
  ['Football1', 'too common'],
])('A2 The refused password %j is never rated better than weak: it is %s', (password, guess) => {
  const own = ['low.battery-club9', 'june@example.test']
  expect(passwordProblem(password, own, COMMON_PASSWORDS)).toBe(
    `This password is ${guess}. Please choose another.`,
  )
  expect(passwordStrength(password, own, COMMON_PASSWORDS)).toMatchObject({ label: 'Weak', guess })
})

it('A2 A common password is rated as weak', () => {
  for (const common of COMMON_PASSWORDS)
    expect(
      passwordStrength(`${common[0]?.toUpperCase()}${common.slice(1)}`, [], COMMON_PASSWORDS).score,
    ).toBe(1)
})

it('A2 A password of 8 characters in any script passes unless it is a repeat or a sequence', () => {
  const anything = fc.string({ unit: 'binary', minLength: PASSWORD_MIN, maxLength: 40 })
  fc.assert(
    fc.property(
      anything,
      (password) => guessOf(password, [], COMMON_PASSWORDS) !== null || passwordProblem(password) === null,
    ),
    { numRuns: 2_000 },
  )
  for (const same of ['a', 'Z', '7', ' ', 'ǅ', 'ʰ', '語', 'ش', '🜁'])
    expect(passwordStrength(same.repeat(PASSWORD_MIN)), same).toMatchObject({
      score: 1,
      guess: 'only a repetition',
    })
})

it('A2 A password that is refused is never rated better than weak', () => {
  const own = ['june', 'june@example.test']
  const tried = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 140 }),
    fc.string({ maxLength: 12 }),
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.nat(60))
      .map(([part, times]) => part.repeat(times)),
    fc.constantFrom(...own, ...COMMON_PASSWORDS).chain((known) => fc.mixedCase(fc.constant(known))),
  )
  fc.assert(
    fc.property(tried, (password) => {
      const isRefused = passwordProblem(password, own, COMMON_PASSWORDS) !== null
      return isRefused === passwordStrength(password, own, COMMON_PASSWORDS).score < PASSWORD_SCORE_MIN
    }),
    { numRuns: 10_000 },
  )
})

it('A1 A password that is too short or too long is refused', () => {
  expect(passwordProblem('Abcde-1')).toBe(TEXT.passwordShort)
  expect(passwordProblem('a walk by the sea '.repeat(8).slice(0, PASSWORD_MAX))).toBeNull()
  expect(passwordProblem('a'.repeat(PASSWORD_MAX + 1))).toBe(TEXT.tooLong)
})
