import { randomBytes, randomUUID } from 'node:crypto'
import { TEXT } from '@nofiller/contract/accounts/account-rules'
import type { Received } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { dropPending } from '../email/ask-for-change.ts'
import { passwordChangedMail, resetMail } from '../emails.ts'
import { endPendingLogins } from '../second-factor/pending-login.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { revokeAllSessions, revokeLinks } from '../sessions/session.ts'
import { refuseCommonPassword } from './guessable-password.ts'
import { hashPassword } from './passwords.ts'

const MINUTES = 60

/**
 * Requests a link that sets a new password. A job looks the address up, so the call takes equally long for every
 * address, and does not reveal which ones are known (security A3).
 */
export async function requestReset({ rateLimits, jobs, db }: Store, email: string): Promise<void> {
  await rateLimits.consume('forgot-email', email)
  await jobs.send(db, 'mail-reset', { email }, { singletonKey: randomUUID(), retryLimit: 5, retryDelay: 5 })
}

/** Emails a link, which voids earlier ones, if the address belongs to a verified account. */
export async function mailResetLink(store: Store, email: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .where('verified_at', 'is not', null)
      .forUpdate() // one after the other, so only the last link is valid
      .executeTakeFirst()
    if (!account) return
    await store.mail.queue(tx, resetMail(store.config, email, await makeResetToken(tx, account.id)))
  })
}

/** The token that sets an account's new password, for an hour; it voids earlier ones. */
export async function makeResetToken(tx: Tx, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.deleteFrom('password_resets').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      expires_at: sql`now() + make_interval(mins => ${MINUTES})`,
    })
    .execute()
  return token
}

/**
 * Sets a new password by a link's token, once; ends every session, download link and pending change of the email, and
 * notifies the owner by email.
 * @returns the account's id: the link's holder may log in, however many wrong passwords were tried
 * @throws HttpError 400 `invalid_token`, 422 for a common password
 */
export async function resetPassword(
  store: Store,
  { token, password }: Received<'POST /api/reset-password', 'body'>,
  userAgent: string,
): Promise<string> {
  const tokenHash = sha256(token)
  const account = await accountOfReset(store.db, tokenHash)
  if (!account) throw invalidToken()
  refuseCommonPassword('password', password, account)
  const passwordHash = await hashPassword(password)
  await store.db.transaction().execute(async (tx) => {
    const reset = await tx
      .updateTable('password_resets')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', tokenHash)
      .where(isOpen)
      .returning('account_id')
      .executeTakeFirst()
    if (!reset) throw invalidToken()
    await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      .execute()
    await revokeAllSessions(tx, account.id)
    await endPendingLogins(tx, account.id)
    await revokeLinks(tx, account.id)
    await dropPending(tx, account.id)
    await recordEvent(tx, { accountId: account.id, kind: 'password_reset' }, { userAgent })
    await store.mail.queue(tx, passwordChangedMail(store.config, account.email))
  })
  return account.id
}

const isOpen = sql<boolean>`password_resets.used_at is null and password_resets.expires_at > now()`

const accountOfReset = (db: Database, tokenHash: Buffer) =>
  db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .select(['accounts.id', 'accounts.username', 'accounts.email'])
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst()

const invalidToken = () => badRequest('invalid_token', TEXT.resetInvalid)
