import type { Database } from '../../platform/database/database.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import { provenHash } from './own-password.ts'

/**
 * Asks for the current password, so a stolen session alone cannot do what a thief would.
 * @throws HttpError 422
 */
export async function requirePassword(db: Database, accountId: string, password: string): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if ((await provenHash(db, account, password)) === null)
    throw unprocessable({ password: 'This is not your current password.' })
}
