import type { Received } from '@nofiller/contract/calls'
import type { Account } from '../../platform/caller.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { dropPending } from '../email/ask-for-change.ts'
import { passwordChangedMail } from '../emails.ts'
import { endPendingLogins } from '../second-factor/pending-login.ts'
import { requireGivenFactor } from '../second-factor/require-second-factor.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { revokeFeed, revokeOtherSessions } from '../sessions/session.ts'
import { refuseCommonPassword } from './guessable-password.ts'
import { hashPassword, isPassword } from './passwords.ts'

/**
 * Sets a new password by the old one; the call's own limit bounds guesses. This session stays; the others and
 * all emailed links to reset it or to change the email end, and an email notifies the owner.
 * @throws HttpError 403 `reauthentication_needed`, 422 when the old one is wrong or the new one common
 */
export async function changePassword(
  store: Store,
  account: Account,
  { password, newPassword }: Received<'PUT /api/password', 'body'>,
): Promise<void> {
  await requireGivenFactor(store.db, account)
  refuseCommonPassword('newPassword', newPassword, account)
  const before = await store.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password, before.password_hash))) throw wrongPassword()

  const passwordHash = await hashPassword(newPassword)
  await store.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      .where('password_hash', '=', before.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw wrongPassword() // a concurrent change won
    await revokeOtherSessions(tx, account)
    await revokeFeed(tx, account.id)
    await endPendingLogins(tx, account.id)
    await tx.deleteFrom('password_resets').where('account_id', '=', account.id).execute()
    await dropPending(tx, account.id)
    await recordEvent(tx, { accountId: account.id, kind: 'password_changed' }, account)
    await store.mail.queue(tx, passwordChangedMail(store.config, account.email))
  })
  store.log.info({ accountId: account.id }, 'password changed')
}

const wrongPassword = () => unprocessable({ password: 'This is not your current password.' })
