import { summaryOf } from '@nofiller/contract/authoring/summary'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { type NoticeTopic, POST_TOPICS, WEEKLY } from '@nofiller/contract/notices/notice-rules'
import { postPath } from '@nofiller/contract/posts/post-paths'
import { POST_MAILS_MAX } from '@nofiller/contract/posts/post-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { letWait } from '../news/mail-choice.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { postMail } from './emails.ts'
import { mailTime } from './mail-time.ts'
import { change, type Wanted, wantedNotices } from './wanted-notices.ts'

/** How many emails are queued in one transaction. */
const BATCH = 50
const SUMMARY_MAX = 280
const DAY_MS = 86_400_000

/** Queues the emails about posts and new games that are due, one for each reader, developer and topic (FO5). */
export async function mailPosts(store: Store): Promise<void> {
  let after: Batch | null = null
  do after = await store.db.transaction().execute((tx) => mailSome(store, tx, after))
  while (after !== null)
}

/** What one email tells of. */
type Batch = { account_id: string; developer_id: string; topic: NoticeTopic; developer: string }

/** @returns the last of the batch, null after the last batch */
async function mailSome(store: Store, tx: Tx, after: Batch | null): Promise<Batch | null> {
  // Two processes at once would each send an email about the same posts.
  await sql`select pg_advisory_xact_lock(hashtext('mail-posts'))`.execute(tx)
  const due = await dueMails(tx, after)
  for (const one of due) await mailOne(store, tx, one)
  return due.length === BATCH ? (due.at(-1) ?? null) : null
}

async function dueMails(tx: Tx, after: Batch | null): Promise<Batch[]> {
  const rest = after
    ? sql`and notices.account_id >= ${after.account_id} and (notices.account_id, games.developer_id, notices.topic) > (${after.account_id}, ${after.developer_id}, ${after.topic})`
    : sql``
  const { rows } = await sql<Batch>`
    select notices.account_id, games.developer_id, notices.topic,
      (select coalesce(display_name, username) from accounts where id = games.developer_id) as developer
    from notices join games on games.id = notices.game_id
    where notices.mail_at is not null and notices.topic <> 'wishlist' and notices.topic = any(${sql.val(POST_TOPICS)}) ${rest}
    group by 1, 2, 3 having min(notices.mail_at) <= now()
    order by 1, 2, 3 limit ${BATCH}`.execute(tx)
  return rows
}

/** Also tells of what is not due yet. What became unwanted, or would wait for more than a day, is not emailed later either, but what is wanted weekly now waits for that. */
async function mailOne(
  { config, mail }: Store,
  tx: Tx,
  { account_id, developer_id, topic, developer }: Batch,
): Promise<void> {
  const waiting = sql<boolean>`(notice.mail_at is not null and notice.topic <> 'wishlist' and notice.account_id = ${account_id}
    and notice.topic = ${topic} and notice.game_id in (select id from games where developer_id = ${developer_id}))`
  const wanted = await wantedNotices(tx, waiting, ['each'])
  const timed = wanted.map((notice) => ({ notice, time: mailTime(notice.sent, notice.now, POST_MAILS_MAX) }))
  await letWait(tx, waiting, [WEEKLY])
  for (const { notice, time } of timed)
    if (time > notice.now && time.getTime() <= notice.now.getTime() + DAY_MS)
      await change(tx, [notice.id], { mail_at: time })
  const due = timed.filter(({ notice, time }) => time <= notice.now).map(({ notice }) => notice)
  const [first] = due
  if (!first) return
  const id = uuid()
  const reader = { email: first.email, token: first.unsubscribe_token }
  await mail.queue(tx, { ...postMail(config, reader, { topic, developer, things: due.map(toThing) }), id })
  await change(
    tx,
    due.map((notice) => notice.id),
    { mail_at: null, mailed_at: first.now, mail_id: id },
  )
}

const toThing = ({ topic, title, label, summary, slug, thing_id, category }: Wanted) => ({
  title,
  post: label,
  summary: summaryOf(summary, SUMMARY_MAX),
  path: topic === 'follow-game' ? gamePath(slug) : postPath(slug, thing_id),
  isExplicit: category === 'NSFW',
})
