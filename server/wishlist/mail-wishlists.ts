import { beginsAs, WEEKLY } from '@nofiller/contract/notices/notice-rules'
import { WISHLIST_MAILS } from '@nofiller/contract/wishlist/wishlist-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { letWait } from '../news/mail-choice.ts'
import { getsNews } from '../news/recipients.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Store } from '../store.ts'
import { wishlistMail } from './emails.ts'
import { newsOfWishlists, type WishNews } from './wishlist-news.ts'

/** Its job sends the emails about wishlists that may go out. */
export const MAIL_WISHLISTS = 'mail-wishlists'

/** How many emails are queued in one transaction. */
const BATCH = 50

/** News ask for their emails when they are due; the schedule finds those that had to wait for an earlier one. */
export const startMailingWishlists = (store: Store): Promise<void> =>
  store.jobs.schedule(MAIL_WISHLISTS, '*/5 * * * *', () => mailWishlists(store))

/** Queues the emails that are due, one for each account, along the index `notices_wishlist_mail` (WI4). */
export async function mailWishlists(store: Store): Promise<void> {
  let after: string | null = null
  do after = await store.db.transaction().execute((tx) => mailSome(store, tx, after))
  while (after !== null)
}

/** @returns the last account of the batch, null after the last batch */
async function mailSome(store: Store, tx: Tx, after: string | null): Promise<string | null> {
  // Two processes at once would each send an email to the same account.
  await sql`select pg_advisory_xact_lock(hashtext(${MAIL_WISHLISTS}))`.execute(tx)
  const due = await dueAccounts(tx, after)
  const ids = due.map(({ account_id }) => account_id)
  await postpone(tx, due.filter(isTooSoon))
  const now = due.filter((account) => !isTooSoon(account)).map(({ account_id }) => account_id)
  await mailAll(store, tx, now)
  return ids.length === BATCH ? (ids.at(-1) ?? null) : null
}

type Due = { account_id: string; next_at: Date | null; now: Date }

/** Accounts with news whose email is due, and when the last one allows another. */
async function dueAccounts(tx: Tx, after: string | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due.account_id, now() as now, (
      select max(earlier.mailed_at) + make_interval(days => ${WISHLIST_MAILS.everyDays}) from notices as earlier
      where earlier.account_id = due.account_id and earlier.topic = 'wishlist' and earlier.mailed_at is not null
    ) as next_at
    from (
      select account_id from notices
      where topic = 'wishlist' and mail_at is not null and ${after === null ? sql`true` : sql`account_id > ${after}`}
      group by account_id having min(mail_at) <= now()
      order by account_id limit ${BATCH}
    ) as due order by due.account_id`.execute(tx)
  return rows
}

const isTooSoon = ({ next_at, now }: Due): boolean => next_at !== null && next_at > now

const postpone = (tx: Tx, accounts: readonly Due[]): Promise<unknown> =>
  sql`update notices set mail_at = due.next_at
    from unnest(${sql.val(accounts.map(({ account_id }) => account_id))}::uuid[],
      ${sql.val(accounts.map(({ next_at }) => next_at))}::timestamptz[]) as due (account_id, next_at)
    where notices.account_id = due.account_id and topic = 'wishlist' and mail_at is not null`.execute(tx)

/** Tells all that waits; what is no longer wanted is not emailed later either, unless it is wanted weekly now. */
async function mailAll(store: Store, tx: Tx, accountIds: readonly string[]): Promise<void> {
  const waiting = sql<boolean>`(notice.account_id = any(${sql.val([...accountIds])}::uuid[]) and notice.mail_at is not null)`
  const news = await newsOfWishlists(tx, waiting)
  await letWait(tx, sql<boolean>`notice.topic = 'wishlist' and ${waiting}`, [WEEKLY])
  for (const reader of await readersAmong(tx, accountIds)) {
    const games = news.get(reader.id)
    if (!games) continue
    const id = uuid()
    await store.mail.queue(tx, { ...wishlistMail(store.config, reader, games), id })
    await markMailed(tx, games, id)
  }
}

type Reader = { id: string; email: string; token: string }

/** Those of some accounts that want an email about their wishlist. */
async function readersAmong(db: Queryable, accountIds: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select accounts.id, accounts.email, accounts.unsubscribe_token as token from accounts
    left join notice_preferences as preference on preference.account_id = accounts.id and preference.topic = 'wishlist'
    where accounts.id = any(${sql.val([...accountIds])}::uuid[]) and ${getsNews}
      and coalesce(preference.mail, ${beginsAs('wishlist').mail}) = 'each'
    order by accounts.id`.execute(db)
  return rows
}

/** Notes in which email the news about some games went out, so that no other email tells them. */
export async function markMailed(tx: Tx, games: readonly WishNews[], mailId: string): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ is_weekly: false, mail_at: null, mailed_at: sql<Date>`now()`, mail_id: mailId })
    .where('id', '=', sql<string>`any(${sql.val(games.flatMap(({ noticeIds }) => noticeIds))}::uuid[])`)
    .execute()
}

/**
 * Whether a queued email about a wishlist still says what holds: the same games at the same prices, which its reader still wants.
 * Otherwise its notices wait again, and the next look at them makes another, or the weekly email tells them (WI4). Other emails are as they were.
 */
export async function isStillTrue(store: Pick<Store, 'db' | 'config'>, mail: Mail): Promise<boolean> {
  const { db, config } = store
  const { id } = mail
  if (id === undefined || mail.unsubscribeUrl === undefined) return true
  const told = await db
    .selectFrom('notices')
    .select('account_id')
    .where('mail_id', '=', id)
    .where('topic', '=', 'wishlist')
    .executeTakeFirst()
  if (!told) return true
  const games = (await newsOfWishlists(db, sql<boolean>`notice.mail_id = ${id}`)).get(told.account_id)
  const [reader] = await readersAmong(db, [told.account_id])
  if (reader && games && wishlistMail(config, reader, games).text === mail.text) return true
  await letWait(db, sql<boolean>`notice.topic = 'wishlist' and notice.mail_id = ${id}`, ['each', WEEKLY])
  return false
}
