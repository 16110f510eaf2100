import { randomBytes } from 'node:crypto'
import type { Tx } from '../platform/database/database.ts'
import { makeResetToken } from './passwords/password-reset.ts'
import { hashPassword } from './passwords/passwords.ts'
import { endPendingLogins } from './second-factor/pending-login.ts'
import { revokeAllSessions, revokeDownloadLinks } from './sessions/session.ts'

/** The hash of a password that nobody knows. Made before a transaction begins, because it takes its time. */
export const unusablePassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

/**
 * Takes an account from whoever came into it at a moment: every session, the password, log-ins and links under way, the
 * removal of the second step, and what was added to log in since end.
 * @returns the token by which its owner sets a new password
 */
export async function takeBack(
  tx: Tx,
  accountId: string,
  { since, passwordHash }: { since: Date; passwordHash: string },
): Promise<string> {
  await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  await dropKeysSince(tx, accountId, since)
  await tx.deleteFrom('second_factor_removals').where('account_id', '=', accountId).execute()
  await revokeAllSessions(tx, accountId)
  await revokeDownloadLinks(tx, accountId)
  await endPendingLogins(tx, accountId)
  return makeResetToken(tx, accountId)
}

/** Passkeys and a second step that were added since a moment may be a stranger's. */
async function dropKeysSince(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).where('created_at', '>=', at).execute()
  const step = await tx
    .deleteFrom('authenticators')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', at)
    .returning('account_id')
    .executeTakeFirst()
  if (step) await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}
