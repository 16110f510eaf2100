/** The rules of the account forms, used by the browser's forms and by the server (document 1 §5). No zod: the browser loads this. */
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_SCORE_MIN, passwordStrength } from './password.ts'

export const LOGIN_MAX = 254
export const EMAIL_MAX = 254
export const CODE_SECONDS = 120
export const RESEND_SECONDS = 120

export const TEXT = {
  fillBoth: 'Please fill in both fields.',
  tooLong: 'Input too long.',
  username: '3–24 chars: letters, numbers, ., _ or -',
  email: 'Please enter a valid email address.',
  emailMissing: 'Please enter your email address.',
  passwordShort: 'Password must be at least 8 characters long.',
  passwordWeak: 'Please choose a stronger password.',
  passwordCommon: 'This password is too common. Please choose another.',
  passwordMissing: 'Please enter a new password.',
  mismatch: 'Passwords do not match.',
  fix: 'Please fix the highlighted fields.',
  codeMissing: 'Enter your email and the 6-digit code.',
  codeWrong: 'That code is wrong or has expired. Request a new one.',
  resetSent: "If an account with that email exists, we've sent you a password reset link.",
  resetInvalid: 'Invalid or missing reset token. Please request a new password reset link.',
} as const

/** One address: no spaces, quotes, commas or brackets, one @ and a dot in the domain. */
const EMAIL = /^[^\s@"'(),:;<>[\]\\]+@[^\s@"'(),:;<>[\]\\.]+(?:\.[^\s@"'(),:;<>[\]\\.]+)+$/

export const usernameProblem = (username: string): string | null =>
  /^[A-Za-z0-9._-]{3,24}$/.test(username) ? null : TEXT.username

export const emailProblem = (email: string): string | null =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  email.length <= EMAIL_MAX && EMAIL.test(email) && !/[\u0000-\u001f\u007f]/.test(email) ? null : TEXT.email

export function passwordProblem(password: string): string | null {
  if (password.length > PASSWORD_MAX) return TEXT.tooLong
  if (password.length < PASSWORD_MIN) return TEXT.passwordShort
  return passwordStrength(password).score < PASSWORD_SCORE_MIN ? TEXT.passwordWeak : null
}

export function loginProblem(login: { email: string; password: string }): string | null {
  if (login.email === '' || login.password === '') return TEXT.fillBoth
  return login.email.length > LOGIN_MAX || login.password.length > PASSWORD_MAX ? TEXT.tooLong : null
}

export const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code)
