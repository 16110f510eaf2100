import type { Received } from '@nofiller/contract/calls'
import { unprocessable } from '../platform/http/errors.ts'
import type { Account } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { tryPassword } from './login.ts'
import { passwordChangedMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { revokeOtherSessions } from './session.ts'

/**
 * Sets a new password by the old one, whose failures count like those of a log-in. This session lives on; the others and
 * any mailed reset link end, and a mail tells.
 * @throws HttpError 422 when the old one is wrong or the new one common, 429 locked
 */
export async function changePassword(
  store: Store,
  account: Account,
  { password, newPassword }: Received<'PUT /api/password', 'body'>,
): Promise<void> {
  refuseCommonPassword('newPassword', newPassword, account)
  const before = await store.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  if (!(await tryPassword(store, account.id, password, before.password_hash))) throw wrongPassword()

  const passwordHash = await hashPassword(newPassword)
  await store.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      .where('password_hash', '=', before.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw wrongPassword() // another change came first
    await revokeOtherSessions(tx, account)
    await tx.deleteFrom('password_resets').where('account_id', '=', account.id).execute()
    await store.mail.queue(tx, passwordChangedMail(store.config, account.email))
  })
  store.log.info({ accountId: account.id }, 'password changed')
}

const wrongPassword = () => unprocessable({ password: 'This is not your current password.' })
