import { passwordProblem } from '@nofiller/contract/accounts/account-rules'
import { COMMON_PASSWORDS } from '@nofiller/contract/accounts/common-passwords'
import { unprocessable } from '../../platform/http/errors/errors.ts'

/** Checks whether a new password is common, or is the account's own name or address (security A2). */
export const newPasswordProblem = (
  password: string,
  { username, email }: { username: string; email: string },
): string | null => passwordProblem(password, [username, email], COMMON_PASSWORDS)

/** @throws HttpError 422 on the password's field */
export function refuseCommonPassword(
  field: 'password' | 'newPassword',
  password: string,
  account: { username: string; email: string },
): void {
  const problem = newPasswordProblem(password, account)
  if (problem) throw unprocessable({ [field]: problem })
}
