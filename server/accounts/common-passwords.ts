import { TEXT } from '@nofiller/contract/account-rules'
import { dictionary } from '@zxcvbn-ts/language-common'
import { unprocessable } from '../platform/http/errors.ts'

/** Some 49,000 passwords of leaks, the commonest first, in lower case: far more than the 3,000 that must be refused. */
const COMMON = new Set(dictionary['passwords-common'])

/** What is wrong with a password that many have, or that is the account's own name or address, in any case (security A2). */
export function commonPasswordProblem(
  password: string,
  { username, email }: { username: string; email: string },
): string | null {
  const typed = password.toLowerCase()
  const own = [username.toLowerCase(), email.toLowerCase()]
  return COMMON.has(typed) || own.includes(typed) ? TEXT.passwordCommon : null
}

/** @throws HttpError 422 on the field that holds the password */
export function refuseCommonPassword(
  field: 'password' | 'newPassword',
  password: string,
  account: { username: string; email: string },
): void {
  const problem = commonPasswordProblem(password, account)
  if (problem) throw unprocessable({ [field]: problem })
}
