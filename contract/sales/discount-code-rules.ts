/** The rules for discount codes. No zod: the browser loads this. */

import { MAX_PRICE_CENTS } from '../pricing/money.ts'
import { showCount } from '../text/digits.ts'
import { plainCode } from '../text/plain-code.ts'

export const CODE_LENGTH_MIN = 4
export const CODE_LENGTH_MAX = 32
export const CODE_USES_MAX = 10_000
export const CODE_GAMES_MAX = 100
/** How many codes of a developer may be usable at a time. */
export const OPEN_CODES_MAX = 200

/** Letters that are hard to confuse, 32 of them: 12 have 60 random bits. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const GENERATED_LETTERS = 12

/** A code in the form for comparison: people type it in lower case, with spaces, and on keyboards of other scripts. */
export const readCode = (typed: string): string => plainCode(typed).replaceAll(/\s/g, '').toUpperCase()

export type CodeDraft = {
  code: string
  percent: number | null
  amountCents: number | null
  uses: number | null
  endsAt: Date | null
}

/** The problems of a code that is made at a moment, by field. */
export function codeProblems(
  { code, percent, amountCents, uses, endsAt }: CodeDraft,
  at: Date,
): Partial<Record<'code' | 'percent' | 'amount' | 'uses' | 'endsAt', string>> {
  return {
    ...(!/^[A-Z0-9-]*$/.test(code) && { code: 'Use letters from A to Z, digits and hyphens.' }),
    ...((code.length < CODE_LENGTH_MIN || code.length > CODE_LENGTH_MAX) && {
      code: `Use ${CODE_LENGTH_MIN} to ${CODE_LENGTH_MAX} characters.`,
    }),
    ...(percent === null && amountCents === null && { percent: 'Enter how much the code takes off.' }),
    ...(percent !== null && !isUpTo(percent, 100) && { percent: 'Enter a whole number from 1 to 100.' }),
    ...(amountCents !== null &&
      !isUpTo(amountCents, MAX_PRICE_CENTS) && { amount: 'Enter an amount above $0.' }),
    ...(uses !== null &&
      !isUpTo(uses, CODE_USES_MAX) && {
        uses: `Enter a whole number up to ${showCount(CODE_USES_MAX)}.`,
      }),
    ...(endsAt !== null && !(endsAt > at) && { endsAt: 'Enter a time in the future.' }),
  }
}

const isUpTo = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max
