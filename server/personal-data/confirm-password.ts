import { isPassword } from '../accounts/passwords/passwords.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { unprocessable } from '../platform/http/errors.ts'

/** Makes sure that the owner of a session asks, and not who found it open. @throws HttpError 422 */
export async function confirmPassword(db: Database, account: Account, password: string): Promise<void> {
  const { password_hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password, password_hash)))
    throw unprocessable({ password: 'This is not your current password.' })
}
