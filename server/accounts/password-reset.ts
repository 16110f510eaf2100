import { randomBytes } from 'node:crypto'
import { TEXT } from '@nofiller/contract/account-rules'
import { sql } from 'kysely'
import { badRequest } from '../platform/http/errors.ts'
import { sha256 } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { resetMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { revokeAllSessions } from './session.ts'

const MINUTES = 60

/** Mails a link to a verified account, voiding the links before; does the same to the eye for any other address. */
export async function requestReset(store: Store, email: string): Promise<void> {
  await store.limits.consume('forgot-email', email)
  await store.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .where('verified_at', 'is not', null)
      .executeTakeFirst()
    if (!account) return
    const token = randomBytes(32).toString('base64url')
    await tx.deleteFrom('password_resets').where('account_id', '=', account.id).execute()
    await tx
      .insertInto('password_resets')
      .values({
        token_hash: sha256(token),
        account_id: account.id,
        expires_at: sql`now() + make_interval(mins => ${MINUTES})`,
      })
      .execute()
    await store.mail.queue(tx, resetMail(store.config, email, token))
  })
}

/** Sets a new password by a link's token, once, and ends every session. @throws HttpError 400 `invalid_token` */
export async function resetPassword(store: Store, token: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await store.db.transaction().execute(async (tx) => {
    const reset = await tx
      .updateTable('password_resets')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', sha256(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('account_id')
      .executeTakeFirst()
    if (!reset) throw badRequest('invalid_token', TEXT.resetInvalid)
    await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', reset.account_id)
      .execute()
    await revokeAllSessions(tx, reset.account_id)
  })
}
