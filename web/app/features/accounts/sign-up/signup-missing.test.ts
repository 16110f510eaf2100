import { expect, it } from 'vitest'
import { missingOf } from './signup-missing.ts'

const whole = {
  username: 'june',
  email: 'june@example.test',
  password: 'a-Long-secret-7',
  confirm: 'a-Long-secret-7',
}

it.each([
  [
    { username: '', email: '', password: '', confirm: '' },
    'Still missing: a username, your email, a password, and the same password again.',
  ],
  [{ username: 'j' }, 'Still missing: a valid username.'],
  [{ email: 'june' }, 'Still missing: a valid email.'],
  [{ password: 'short', confirm: '' }, 'Still missing: a stronger password and the same password again.'],
  [{ confirm: 'a-Long-secret-8' }, 'Still missing: the same password again.'],
  [
    { username: 'June-9-away', password: 'june-9-AWAY', confirm: 'june-9-AWAY' },
    'Still missing: a stronger password.',
  ],
  [{ password: 'Football1', confirm: 'Football1' }, 'Still missing: a stronger password.'],
  [{}, null],
])('The sign-up says what is still missing: %o', (change, sentence) => {
  expect(missingOf({ ...whole, ...change }, new Set(['football1']))).toBe(sentence)
})
