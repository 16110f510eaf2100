import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { tokenIn } from './unsubscribe.ts'

/** The accounts that get news: those that asked for them, are neither locked out nor being deleted, and receive their email. */
export const getsNews: RawBuilder<boolean> = sql`(accounts.notify_updates and accounts.verified_at is not null
  and accounts.suspended_at is null and accounts.deletion_at is null
  and not exists (select from mail_bounces as bounce where bounce.account_id = accounts.id and bounce.email = accounts.email))`

/** Whether a queued email may still be sent: people unsubscribe from news meanwhile, and other emails need no consent. */
export async function isStillSubscribed(db: Database, { to, unsubscribeUrl }: Mail): Promise<boolean> {
  if (unsubscribeUrl === undefined) return true
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('unsubscribe_token', '=', tokenIn(unsubscribeUrl))
    .where('email', '=', to)
    .where(getsNews)
    .executeTakeFirst()
  return account !== undefined
}
