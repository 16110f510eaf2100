/** The rules of the account forms, used by the browser's forms and by the server (requirements 3.1). No zod: the browser loads this. */
import { plainCode } from '../text/plain-code.ts'
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_SCORE_MIN, passwordStrength } from './password.ts'

export const LOGIN_MAX = 254
export const EMAIL_MAX = 254
/** How long the link of an email about a login can report it. */
export const DISOWN_DAYS = 7

/** How long a sign-up can be verified, before it is removed. */
export const REGISTRATION_HOURS = 24

/** How long a code is valid after its email was sent. The screens offer a new one sooner (`RESEND_SECONDS`). */
export const CODE_MINUTES = 10
export const RESEND_SECONDS = 120

export const TEXT = {
  fillBoth: 'Please fill in both fields.',
  tooLong: 'Input too long.',
  username: '3–24 chars: letters, numbers, ., _ or -',
  email: 'Please enter a valid email address.',
  emailMissing: 'Please enter your email address.',
  passwordShort: 'Password must be at least 8 characters long.',
  passwordWeak: 'Please choose a stronger password.',
  passwordMissing: 'Please enter a new password.',
  mismatch: 'Passwords do not match.',
  fix: 'Please fix the highlighted fields.',
  codeMissing: 'Enter your email and the 6-digit code.',
  codeWrong: 'That code is wrong or has expired. Request a new one.',
  codeOrPasswordWrong: 'That code or password is wrong, or the code has expired.',
  passwordCurrent: 'Please enter your current password.',
  passwordNeeded: 'Enter the password you signed up with.',
  usernameTaken: 'This username is taken.',
  resetSent: "If an account with that email exists, we've sent you a password reset link.",
  resetInvalid: 'Invalid or missing reset token. Please request a new password reset link.',
} as const

/** One address: no spaces, quotes, commas or brackets, one @ and a dot in the domain. */
const EMAIL = /^[^\s@"'(),:;<>[\]\\]+@[^\s@"'(),:;<>[\]\\.]+(?:\.[^\s@"'(),:;<>[\]\\.]+)+$/

/** The problem of a username; null when it is valid (requirements 3.1). */
export const usernameProblem = (username: string): string | null =>
  /^[A-Za-z0-9._-]{3,24}$/.test(username) ? null : TEXT.username

/** The problem of an email address; null when it is valid (requirements 3.1). */
export const emailProblem = (email: string): string | null =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  email.length <= EMAIL_MAX && EMAIL.test(email) && !/[\u0000-\u001f\u007f]/.test(email) && domainOf(email)
    ? null
    : TEXT.email

/** The address as it is stored: in lower case, and its domain as mail servers see it, so one mailbox is one account. */
export const normalEmail = (email: string): string =>
  `${email.slice(0, email.lastIndexOf('@')).toLowerCase()}@${domainOf(email) ?? ''}`

/** The domain in ASCII, by the browsers' URL rules: full-width letters become plain ones, others `xn--…`. */
function domainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (/[/?#%]/.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : null
}

/**
 * The problem of a new password. A schema knows neither of the last two arguments; callers that have them check again.
 * @param own the account's name and address, if known
 * @param common common passwords, in lower case
 */
export function passwordProblem(
  password: string,
  own: readonly string[] = [],
  common: ReadonlySet<string> = new Set(),
): string | null {
  if (password.length > PASSWORD_MAX) return TEXT.tooLong
  if ([...password.normalize('NFC')].length < PASSWORD_MIN) return TEXT.passwordShort
  const { score, guess } = passwordStrength(password, own, common)
  if (guess) return `This password is ${guess}. Please choose another.`
  return score < PASSWORD_SCORE_MIN ? TEXT.passwordWeak : null
}

/** What the login form lacks before it can be sent; null when it is complete. */
export function loginProblem(login: { email: string; password: string }): string | null {
  if (login.email === '' || login.password === '') return TEXT.fillBoth
  return login.email.length > LOGIN_MAX || login.password.length > PASSWORD_MAX ? TEXT.tooLong : null
}

export const CODE_LENGTH = 6

/** The digits of a typed or pasted email code, in any script, six at most. */
export const codeDigits = (typed: string): string => plainCode(typed).replace(/\D/g, '').slice(0, CODE_LENGTH)

/** Whether a text is a complete emailed code. */
export const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code)
