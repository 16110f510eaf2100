import { passwordProblem, TEXT } from '@nofiller/contract/accounts/account-rules'
import { isSamePassword } from '@nofiller/contract/accounts/password'

export type NewPasswordProblems = { password?: string | undefined; confirm?: string | undefined }

/** The problems of a new password and its repetition (requirements 3.12). The other arguments as in `passwordProblem`. */
export function newPasswordProblems(
  password: string,
  confirm: string,
  own: readonly string[],
  common: ReadonlySet<string>,
): NewPasswordProblems {
  const wrong = password === '' ? TEXT.passwordMissing : passwordProblem(password, own, common)
  return {
    password: wrong ?? undefined,
    confirm: isSamePassword(password, confirm) ? undefined : TEXT.mismatch,
  }
}
