import { DIGEST_MAX, TOPICS, WEEKLY } from '@nofiller/contract/notices/notice-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { letWait } from '../news/mail-choice.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Store } from '../store.ts'
import { digestContent, digestMail } from './digest-email.ts'
import { digestAfter } from './digest-time.ts'
import { type Wanted, wantedNotices } from './wanted-notices.ts'

/** Its job sends the weekly emails that are due. */
export const MAIL_DIGESTS = 'mail-digests'

/** For how many accounts emails are queued in one transaction. */
const BATCH = 50

/** Every 5 minutes, so that emails go out right after the hour that their reader chose. */
export const startMailingDigests = (store: Store): Promise<void> =>
  store.jobs.schedule(MAIL_DIGESTS, '*/5 * * * *', () => mailDigests(store))

/** Queues the weekly emails that are due, along the index `digests_due`. After a kill it goes on with the batch that was cut (N10). */
export async function mailDigests(store: Store): Promise<void> {
  while (await store.db.transaction().execute((tx) => mailSome(store, tx)));
}

type Due = { account_id: string; day: number; hour: number; zone: string; next_at: Date | null }

/** @returns whether there may be more */
async function mailSome(store: Store, tx: Tx): Promise<boolean> {
  const due = await dueDigests(tx)
  const now = new Date()
  await planNext(tx, due, now)
  const accountIds = due.flatMap(({ account_id, next_at }) => (next_at === null ? [] : [account_id]))
  if (accountIds.length > 0) await mailAll(store, tx, accountIds)
  return due.length === BATCH
}

/** Locked, and those that another process has at hand are left to it: nobody gets two. */
async function dueDigests(tx: Tx): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select account_id, day, hour, zone, next_at from digests where next_at is null or next_at <= now()
    order by next_at nulls first, account_id limit ${BATCH} for update skip locked`.execute(tx)
  return rows
}

const planNext = (tx: Tx, due: readonly Due[], now: Date): Promise<unknown> =>
  sql`update digests set next_at = planned.next_at
    from unnest(${sql.val(due.map(({ account_id }) => account_id))}::uuid[],
      ${sql.val(due.map((one) => digestAfter(one, now).toISOString()))}::timestamptz[]) as planned (account_id, next_at)
    where digests.account_id = planned.account_id`.execute(tx)

/** Queues the emails of those who have news. What does not fit waits for the next one; what became unwanted waits no more, or for an email of its own. */
async function mailAll(store: Store, tx: Tx, accountIds: string[]): Promise<void> {
  const waiting = sql<boolean>`(notice.account_id = any(${sql.val(accountIds)}::uuid[]) and notice.is_weekly)`
  const wanted = await wantedNotices(tx, waiting, [WEEKLY])
  const others = sql<boolean>`${waiting} and not notice.id = any(${sql.val(wanted.map(({ id }) => id))}::uuid[])`
  await letWait(tx, others, ['each'])
  for (const notices of Map.groupBy(wanted, ({ account_id }) => account_id).values())
    await queueDigest(store, tx, groupsOf(notices).slice(0, DIGEST_MAX).flat())
}

/** The news of a topic about a game, in the order of topics, each the newest first. */
export const groupsOf = (notices: readonly Wanted[]): Wanted[][] => {
  const groups = Map.groupBy(notices, ({ topic, game_id }) => `${topic} ${game_id}`)
  const place = ([newest]: Wanted[]) => (newest ? TOPICS.indexOf(newest.topic) : TOPICS.length)
  return [...groups.values()].sort((a, b) => place(a) - place(b))
}

/**
 * What the email says is made when it is sent: prices change, and games are taken down, while it waits. Its text until then leads
 * to the notices, for a version that would send it as it lies.
 */
async function queueDigest({ config, mail }: Store, tx: Tx, notices: readonly Wanted[]): Promise<void> {
  const [newest] = notices
  if (!newest) return
  const id = uuid()
  await mail.queue(tx, {
    ...digestMail(config, { email: newest.email, token: newest.unsubscribe_token }, []),
    id,
    template: 'digest',
  })
  await sql`update notices set is_weekly = false, mail_at = null, mailed_at = now(), mail_id = ${id}
    where id = any(${sql.val(notices.map((notice) => notice.id))}::uuid[])`.execute(tx)
}

/** A queued weekly email as it is now; null when nothing in it may be told or is wanted any more (N6). */
export async function digestToSend(
  { db, config }: Pick<Store, 'db' | 'config'>,
  mail: Mail,
): Promise<Mail | null> {
  await takeNewer(db, mail)
  const notices = await wantedNotices(db, sql<boolean>`notice.mail_id = ${mail.id}`, ['each', WEEKLY])
  const [newest] = notices
  if (!newest) return null
  const lines = await digestContent(db, config, groupsOf(notices))
  if (lines.length === 0) return null
  const reader = { email: newest.email, token: newest.unsubscribe_token }
  return { ...digestMail(config, reader, lines), id: mail.id }
}

/** News about the same games that came while the email waited are told with it: of a price only the newest holds. */
const takeNewer = (db: Database, { id }: Mail): Promise<unknown> =>
  sql`update notices set is_weekly = false, mailed_at = now(), mail_id = ${id}
    where is_weekly and (account_id, topic, game_id) in (
      select account_id, topic, game_id from notices as told where told.mail_id = ${id}
    )`.execute(db)
