import { passwordProblem, TEXT } from '@nofiller/contract/accounts/account-rules'
import { isSamePassword } from '@nofiller/contract/accounts/password'

export type NewPasswordProblems = { password?: string | undefined; confirm?: string | undefined }

/** What is wrong with a new password and its repetition (requirements 3.12). The rest as of `passwordProblem`. */
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
