export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const PASSWORD_SCORE_MIN = 2

export type PasswordStrength = {
  score: 0 | 1 | 2 | 3 | 4
  label: 'Very weak' | 'Weak' | 'Okay' | 'Good' | 'Strong'
  /** What would raise the score, for the hint under the bar. */
  missing: string[]
}

const LABELS = ['Very weak', 'Weak', 'Okay', 'Good', 'Strong'] as const

/**
 * One point each: 8 characters or more, an upper-case letter, a lower-case letter, a digit or symbol (document 1 §5).
 * A letter without case counts as both, so that no script is shut out (security A2).
 */
export function passwordStrength(password: string): PasswordStrength {
  const caseless = /[\p{Lo}\p{Lm}\p{Lt}]/u.test(password)
  const points = [
    { reached: [...password].length >= PASSWORD_MIN, missing: `${PASSWORD_MIN} characters or more` },
    { reached: caseless || /\p{Lu}/u.test(password), missing: 'an upper-case letter' },
    { reached: caseless || /\p{Ll}/u.test(password), missing: 'a lower-case letter' },
    { reached: /[^\p{L}]/u.test(password), missing: 'a digit or symbol' },
  ]
  const score = points.filter((point) => point.reached).length as PasswordStrength['score']
  return {
    score,
    label: LABELS[score],
    missing: points.filter((point) => !point.reached).map((point) => point.missing),
  }
}
