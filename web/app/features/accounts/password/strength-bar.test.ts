import { passwordStrength } from '@nofiller/contract/accounts/password'
import { expect, it } from 'vitest'
import { adviceOf } from './strength-bar.tsx'

it.each([
  ['Acegikmo', 'Add a digit or symbol to make it strong'],
  ['Acegikm', 'Add 8 characters or more and a digit or symbol'],
  ['Acegikm1', ''],
  ['abcdefgh', 'Easy to guess: only a sequence'],
  ['June@Example.test', 'Easy to guess: your username or email'],
  ['Football1', 'Easy to guess: too common'],
])('The strength bar says how to improve %j or why it is refused', (password, advice) => {
  const common = new Set(['football1'])
  expect(adviceOf(passwordStrength(password, ['june@example.test'], common))).toBe(advice)
})
