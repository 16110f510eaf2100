export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PASSWORD_SCORE_MIN = 2

export type PasswordStrength = {
  score: 0 | 1 | 2 | 3 | 4
  label: 'Very weak' | 'Weak' | 'Okay' | 'Good' | 'Strong'
  /** What would raise the score, for the hint under the bar. */
  missing: string[]
  /** Why it is refused although it meets every listed criterion. */
  guess: Guess | null
}

/** Why a password is easy to guess: the end of the sentence "This password is …". */
export type Guess = 'too common' | 'your username or email' | 'only a repetition' | 'only a sequence'

/** Whether two inputs are the same password, in the form in which it is hashed. */
export const isSamePassword = (one: string, other: string): boolean =>
  one.normalize('NFC') === other.normalize('NFC')

const LABELS = ['Very weak', 'Weak', 'Okay', 'Good', 'Strong'] as const

/** From this length on, other kinds of characters are not required. */
const LONG = 16

/**
 * One point each: 8 characters or more, an upper-case letter, a lower-case letter, a digit or symbol (requirements 3.2).
 * A letter without case counts as both, so no script is excluded, and length makes up for every kind (security A2).
 * A password that the server refuses is never better than weak (requirements 3.2).
 * @param own the account's name and address, if known
 * @param common common passwords, in lower case
 */
export function passwordStrength(
  typed: string,
  own: readonly string[] = [],
  common: ReadonlySet<string> = new Set(),
): PasswordStrength {
  const password = typed.normalize('NFC') // in its hashed form
  const { length } = [...password]
  const caseless = /[\p{Lo}\p{Lm}\p{Lt}]/u.test(password)
  const long = length >= LONG
  const points = [
    { reached: length >= PASSWORD_MIN, missing: `${PASSWORD_MIN} characters or more` },
    { reached: long || caseless || /\p{Lu}/u.test(password), missing: 'an upper-case letter' },
    { reached: long || caseless || /\p{Ll}/u.test(password), missing: 'a lower-case letter' },
    { reached: long || /[^\p{L}]/u.test(password), missing: 'a digit or symbol' },
  ]
  const missing = points.filter((point) => !point.reached).map((point) => point.missing)
  const guess = length < PASSWORD_MIN ? null : guessOf(password, own, common)
  const isRefused = length < PASSWORD_MIN || password.length > PASSWORD_MAX || guess !== null
  const reached = points.length - missing.length
  const score = (isRefused ? Math.min(reached, 1) : reached) as PasswordStrength['score']
  return { score, label: LABELS[score], missing, guess }
}

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Why a password, in any case, is easy to guess; null if it is not. */
export function guessOf(password: string, own: readonly string[], common: ReadonlySet<string>): Guess | null {
  const typed = password.toLowerCase()
  if (own.some((name) => name.toLowerCase() === typed)) return 'your username or email'
  if (/^(.{1,4})\1+$/su.test(typed)) return 'only a repetition'
  if (isSequence(typed)) return 'only a sequence'
  return common.has(typed) ? 'too common' : null
}

/** Such as 12345678, hgfedcba and qwertyuiop, also when it starts over: 1234567890123. */
function isSequence(typed: string): boolean {
  const backwards = [...typed].reverse().join('')
  return SEQUENCES.some((sequence) => {
    const endless = sequence.repeat(Math.ceil(typed.length / sequence.length) + 1)
    return endless.includes(typed) || endless.includes(backwards)
  })
}
