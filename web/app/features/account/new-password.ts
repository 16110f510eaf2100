import { passwordProblem, TEXT } from '@nofiller/contract/account-rules'

export type NewPasswordProblems = { password?: string | undefined; confirm?: string | undefined }

/** What is wrong with a new password and its repetition (document 1 §5, Reset password). */
export function newPasswordProblems(password: string, confirm: string): NewPasswordProblems {
  const wrong = password === '' ? TEXT.passwordMissing : passwordProblem(password)
  return { password: wrong ?? undefined, confirm: password === confirm ? undefined : TEXT.mismatch }
}
