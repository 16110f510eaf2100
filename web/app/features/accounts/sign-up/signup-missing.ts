import {
  emailProblem,
  passwordProblem,
  TEXT,
  usernameProblem,
} from '@nofiller/contract/accounts/account-rules'
import { isSamePassword } from '@nofiller/contract/accounts/password'

type SignupFields = { username: string; email: string; password: string; confirm: string }

/** The problem of each field of the sign-up form. `common`: common passwords in lower case. */
export const signupProblems = (
  { username, email, password, confirm }: SignupFields,
  common: ReadonlySet<string>,
): Record<keyof SignupFields, string | null> => ({
  username: usernameProblem(username),
  email: emailProblem(email.trim()),
  password: passwordProblem(password, [username, email.trim()], common),
  confirm: isSamePassword(password, confirm) ? null : TEXT.mismatch,
})

/** What the sign-up form still lacks, in one sentence; null when it is complete. */
export function missingOf(fields: SignupFields, common: ReadonlySet<string>): string | null {
  const { username, email, password, confirm } = fields
  const problems = signupProblems(fields, common)
  const missing = [
    problems.username && (username === '' ? 'a username' : 'a valid username'),
    problems.email && (email === '' ? 'your email' : 'a valid email'),
    problems.password && (password === '' ? 'a password' : 'a stronger password'),
    (confirm === '' || problems.confirm) && 'the same password again',
  ].filter((each) => typeof each === 'string')
  return missing.length === 0 ? null : `Still missing: ${list.format(missing)}.`
}

const list = new Intl.ListFormat('en')
