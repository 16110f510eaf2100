/** The rules of the second factor, for the browser's forms and the server. No zod: the browser loads this. */

import { plainCode } from '../text/plain-code.ts'

/** How long a new secret waits for its first code, and a login for its second factor. */
export const SETUP_MINUTES = 10
export const PENDING_LOGIN_MINUTES = 5
/** The number of wrong codes that ends a login. */
export const LOGIN_TRIES = 5

/** How long a remembered device skips the code. */
export const REMEMBERED_DAYS = 30

/** How long the link works that removes a lost second factor, and after how many days it is removed. */
export const REMOVAL_LINK_MINUTES = 60
export const REMOVAL_DAYS = 7

export const RECOVERY_CODES = 10
/** From this number on, their owner is advised to make new ones. */
export const RECOVERY_CODES_FEW = 2
/** Crockford's alphabet: no letter that looks like a digit, and no U. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_LENGTH = 10

export const SECOND_FACTOR_TEXT = {
  needed: 'Enter the code from your authenticator app.',
  missing: 'Please enter the 6-digit code.',
  missingEither: 'Please enter the 6-digit code, or a recovery code.',
  /** One text for every error. */
  wrong: 'This code is wrong or has already been used. Enter the next one.',
  over: 'This log-in took too long. Please log in again.',
} as const

/** A code as the store reads it: six digits of an app, or a recovery code without dashes, spaces and letters that look like digits. */
export function normalCode(typed: string): string {
  const code = plainCode(typed)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return isAppCode(code) ? code : code.replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** Whether a text is a complete code of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`)

/** The problem of a typed code of either kind. */
export function codeProblem(typed: string): string | null {
  const code = normalCode(typed)
  return isAppCode(code) || RECOVERY_CODE.test(code) ? null : SECOND_FACTOR_TEXT.missingEither
}

/** The problem of a typed app code. */
export const appCodeProblem = (typed: string): string | null =>
  isAppCode(normalCode(typed)) ? null : SECOND_FACTOR_TEXT.missing

/** A recovery code as people copy it: `7K2M9-X4QRT`. */
export const showRecoveryCode = (code: string): string =>
  `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
