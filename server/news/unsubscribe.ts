import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { withdrawConsent } from './consent.ts'

/** The URL where one click, or a mail program by itself, ends the news of the account with this token. Short: a folded header breaks its signature. */
export const unsubscribeUrl = (config: Config, token: string): string => `${config.publicUrl}/u/${token}`

/**
 * Ends the news of the account that a token belongs to, also when they have ended before or the account is deleted.
 * @returns whether there is such an account
 */
export async function unsubscribe(db: Database, token: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('unsubscribe_token', '=', token)
      .executeTakeFirst()
    if (!account) return false
    await withdrawConsent(tx, account.id, '/u')
    return true
  })
}
