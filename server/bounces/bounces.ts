import { sql } from 'kysely'
import type { Database, Queryable } from '../platform/database/database.ts'

/** How many emails are still tried within how many days to an address that bounces, because they may matter. News are not. */
const TRIES_MAX = 3
const TRIES_DAYS = 7

/** `refused`: the mail server did not accept the email; `bounced`: it was accepted, and came back later. */
export type BounceKind = 'refused' | 'bounced'

/** Records that email to an address bounces, if it belongs to an account. A second bounce of the same kind changes nothing. */
export async function recordBounce(db: Queryable, email: string, kind: BounceKind): Promise<void> {
  await sql`insert into mail_bounces as known (account_id, email, kind)
    select id, email, ${kind} from accounts where email = ${email}
    on conflict (account_id) do update
      set email = excluded.email, kind = excluded.kind, bounced_at = now(), tries = 0, tries_since = now()
      where known.email <> excluded.email or (known.kind = 'refused' and excluded.kind = 'bounced')`.execute(
    db,
  )
}

/** Counts a try to send an email to an address. @returns false when it has no tries left */
export async function countTry(db: Database, email: string): Promise<boolean> {
  const bounce = await db
    .selectFrom('mail_bounces')
    .select('account_id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!bounce) return true
  const isOver = sql<boolean>`tries_since < now() - make_interval(days => ${TRIES_DAYS})`
  const counted = await db
    .updateTable('mail_bounces')
    .set({
      tries: sql<number>`case when ${isOver} then 1 else tries + 1 end`,
      tries_since: sql<Date>`case when ${isOver} then now() else tries_since end`,
    })
    .where('account_id', '=', bounce.account_id)
    .where((one) => one.or([one('tries', '<', TRIES_MAX), isOver]))
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}

/** The mail server accepted an email: an address that it refused before works again. One that bounced later may do so again. */
export async function forgetRefusal(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('mail_bounces').where('email', '=', email).where('kind', '=', 'refused').execute()
}

/** Since when email to an account bounces, as an expression for a larger query on `accounts`; null when it does not. */
export const bouncedAt = sql<Date | null>`(select bounced_at from mail_bounces
  where mail_bounces.account_id = accounts.id and mail_bounces.email = accounts.email)`

/** The same of one account. */
export async function bounceOf(db: Queryable, accountId: string): Promise<Date | null> {
  const account = await db
    .selectFrom('accounts')
    .select(bouncedAt.as('bounced_at'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.bounced_at ?? null
}

/** Mail to an account is tried again as if nothing had come back. @returns whether anything had */
export async function liftBounce(db: Queryable, accountId: string): Promise<boolean> {
  const lifted = await db.deleteFrom('mail_bounces').where('account_id', '=', accountId).executeTakeFirst()
  return lifted.numDeletedRows > 0n
}
