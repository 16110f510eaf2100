import type { Received } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { violates } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { mailCode, pauseCodes } from './email-code.ts'
import { alreadyRegisteredMail } from './mails.ts'
import { hashPassword } from './passwords.ts'

/**
 * Stores an unverified account, always a player's, and mails it a code. One of the same address is overwritten; the owner of
 * a verified one gets a mail that says so, and the caller the same answer (decisions §3).
 * @throws HttpError 409 `username_taken`, 422 for a common password, 429 when the address had a code less than 120 s ago
 */
export async function register(
  store: Store,
  wanted: Received<'POST /api/register-start', 'body'>,
): Promise<void> {
  refuseCommonPassword('password', wanted.password, wanted)
  const passwordHash = await hashPassword(wanted.password)
  await refuseTakenUsername(store, wanted)
  await pauseCodes(store.limits, wanted.email)
  const values = {
    username: wanted.username,
    password_hash: passwordHash,
    notify_purchases: wanted.notifyPurchases,
    notify_updates: wanted.notifyUpdates,
  }
  await store.db
    .transaction()
    .execute(async (tx) => {
      const account = await tx
        .insertInto('accounts')
        .values({ id: uuid(), email: wanted.email, ...values })
        .onConflict((taken) =>
          taken
            .column('email')
            .doUpdateSet({ ...values, role: 'player', created_at: sql`now()` })
            .where('accounts.verified_at', 'is', null),
        )
        .returning('id')
        .executeTakeFirst()
      if (account) await mailCode(store, tx, account.id, wanted.email)
      else await store.mail.queue(tx, alreadyRegisteredMail(store.config, wanted.email))
    })
    .catch((error) => {
      throw violates(error, 'accounts_username_key') ? usernameTaken() : error
    })
}

/** Asked before the e-mail is looked at, so that the answer does not depend on whether the e-mail is known. */
async function refuseTakenUsername(
  { db }: Store,
  { username, email }: { username: string; email: string },
): Promise<void> {
  const taken = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where((eb) => eb.or([eb('email', '!=', email), eb('verified_at', 'is not', null)]))
    .executeTakeFirst()
  if (taken) throw usernameTaken()
}

const usernameTaken = () =>
  conflict('username_taken', 'This username is taken.', { username: 'This username is taken.' })

/** Drops accounts that were not verified within 24 hours. */
export async function dropUnverified({ db }: Store): Promise<void> {
  await db
    .deleteFrom('accounts')
    .where('verified_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
}
