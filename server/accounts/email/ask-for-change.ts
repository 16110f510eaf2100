import { randomBytes } from 'node:crypto'
import type { Received, ResponseBody } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { requireGivenFactor } from '../second-factor/require-second-factor.ts'
import { confirmEmailMail, emailTakenMail } from './emails.ts'

const MINUTES = 60

/**
 * Emails a link to an account's requested new address; an earlier request becomes void. If the address belongs to another
 * account, its owner is notified instead, and the caller cannot tell which happened.
 * @throws HttpError 403 `reauthentication_needed`, 422 for a wrong password, or for the current address
 */
export async function askForChange(
  store: Store,
  account: Account,
  { email, password }: Received<'POST /api/email-change', 'body'>,
): Promise<void> {
  await requireGivenFactor(store.db, account)
  await requirePassword(store.db, account.id, password)
  if (email === account.email) throw unprocessable({ email: 'This is already your address.' })
  const token = randomBytes(32).toString('base64url')
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forNoKeyUpdate().execute()
    await dropPending(tx, account.id)
    await tx
      .insertInto('email_changes')
      .values({
        id: uuid(),
        account_id: account.id,
        session_id: account.sessionId,
        old_email: account.email,
        new_email: email,
        confirm_hash: sha256(token),
        expires_at: sql`now() + make_interval(mins => ${MINUTES})`,
      })
      .execute()
    await store.mail.queue(
      tx,
      (await isTaken(tx, email))
        ? emailTakenMail(store.config, email)
        : confirmEmailMail(store.config, email, { username: account.username, token }),
    )
  })
}

/** The change that waits for its link. */
export async function pendingChange(
  db: Database,
  accountId: string,
): Promise<ResponseBody<'GET /api/email-change'>['pending']> {
  const change = await db
    .selectFrom('email_changes')
    .select(['new_email', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return change ? { email: change.new_email, expiresAt: change.expires_at.toISOString() } : null
}

export const dropPending = (db: Queryable, accountId: string) =>
  db
    .deleteFrom('email_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute()

/** Whether an address belongs to an account, or did before a change that can still be undone. */
const isTaken = async (db: Queryable, email: string): Promise<boolean> =>
  (await isReserved(db, email)) ||
  (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

/** Whether an account had this address before a change that can still be undone. */
export const isReserved = async (db: Queryable, email: string): Promise<boolean> =>
  (await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()) !== undefined
