import { expect, it } from 'vitest'
import { newPasswordProblems } from './new-password.ts'

it.each([
  ['', '', { password: 'Please enter a new password.' }],
  ['Short-1', 'Short-1', { password: 'Password must be at least 8 characters long.' }],
  ['Long-enough-1', 'long-enough-1', { confirm: 'Passwords do not match.' }],
  ['Long-enough-1', 'Long-enough-1', {}],
  ['Långt-nog-1', 'La\u030angt-nog-1', {}],
  [
    'e\u0301e\u0301e\u0301e\u0301',
    'e\u0301e\u0301e\u0301e\u0301',
    { password: 'Password must be at least 8 characters long.' },
  ],
  ['Football1', 'Football1', { password: 'This password is too common. Please choose another.' }],
  ['June.H.9', 'June.H.9', { password: 'This password is your username or email. Please choose another.' }],
])(
  'The new password %j, repeated as %j, is accepted, or refused with the reason',
  (password, confirm, problems) => {
    const said = newPasswordProblems(password, confirm, ['june.h.9'], new Set(['football1']))
    expect(JSON.parse(JSON.stringify(said))).toEqual(problems)
  },
)
