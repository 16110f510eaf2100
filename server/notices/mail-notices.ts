import {
  type NoticeTopic,
  RELEASE_TOPICS,
  REVIEW_TOPICS,
  WEEKLY,
} from '@nofiller/contract/notices/notice-rules'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Config } from '../config.ts'
import { letWait } from '../news/mail-choice.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { readerVersions } from '../releases/reader-versions.ts'
import type { Store } from '../store.ts'
import { releaseMail } from './emails.ts'
import { mailPosts } from './mail-posts.ts'
import { mailTime } from './mail-time.ts'
import { reviewMail } from './review-email.ts'
import { change, type Wanted, wantedNotices } from './wanted-notices.ts'

/** Its job sends the emails about notices that may go out. */
export const MAIL_NOTICES = 'mail-notices'

/** How many emails are queued in one transaction. */
const BATCH = 50

/** Each release asks for its emails when they are due; the schedule finds those that had to wait for an earlier one. */
export const startMailingNotices = (store: Store): Promise<void> =>
  store.jobs.schedule(MAIL_NOTICES, '*/5 * * * *', () => mailNotices(store))

/**
 * Queues the emails that are due: about posts, then about releases and about reviews, along the index `notices_to_mail`. Those about
 * wishlists are others.
 */
export async function mailNotices(store: Store): Promise<void> {
  await mailPosts(store)
  for (const kind of [RELEASES, REVIEWS]) {
    let after: Pair | null = null
    do after = await store.db.transaction().execute((tx) => mailSome(store, tx, kind, after))
    while (after !== null)
  }
}

/** What one email tells of: some topics about one game, to one reader. */
type Kind = {
  topics: readonly NoticeTopic[]
  /** What notices of one email have in common. */
  keyOf: (notice: Wanted) => string
  compose: (config: Config, tx: Tx, notices: readonly [Wanted, ...Wanted[]]) => Promise<Mail>
}

/** A reader and a game. */
type Pair = { account_id: string; game_id: string }

const pairOf = ({ account_id, game_id }: Pair): string => `${account_id} ${game_id}`

const RELEASES: Kind = { topics: RELEASE_TOPICS, keyOf: pairOf, compose: composeReleases }
const REVIEWS: Kind = {
  topics: REVIEW_TOPICS,
  keyOf: (notice) => `${pairOf(notice)} ${notice.topic}`,
  compose: async (config, _tx, notices) => reviewMail(config, notices),
}

/** @returns the last pair of the batch, null after the last batch */
async function mailSome(store: Store, tx: Tx, kind: Kind, after: Pair | null): Promise<Pair | null> {
  // Two processes at once would each send an email about the same game.
  await sql`select pg_advisory_xact_lock(hashtext(${MAIL_NOTICES}))`.execute(tx)
  const pairs = await duePairs(tx, kind, after)
  if (pairs.length === 0) return null
  const waiting = waitingOf(kind, pairs)
  const wanted = await wantedNotices(tx, waiting, ['each'])
  await dropOthers(tx, waiting, wanted)
  for (const [newest, ...others] of Map.groupBy(wanted, kind.keyOf).values())
    if (newest) await mailOne(store, tx, kind, [newest, ...others])
  return pairs.length === BATCH ? (pairs.at(-1) ?? null) : null
}

async function duePairs(tx: Tx, { topics }: Kind, after: Pair | null): Promise<Pair[]> {
  const rest = after ? sql`and (account_id, game_id) > (${after.account_id}, ${after.game_id})` : sql``
  const { rows } = await sql<Pair>`
    select account_id, game_id from notices
    where mail_at is not null and topic <> 'wishlist' and topic = any(${sql.val(topics)}) ${rest}
    group by account_id, game_id having min(mail_at) <= now()
    order by account_id, game_id limit ${BATCH}`.execute(tx)
  return rows
}

/** Also those that are not due yet: one email tells of all. */
const waitingOf = (
  { topics }: Kind,
  pairs: readonly Pair[],
) => sql<boolean>`(notice.mail_at is not null and notice.topic <> 'wishlist'
  and notice.topic = any(${sql.val(topics)}) and (notice.account_id, notice.game_id) in (
    select * from unnest(${sql.val(pairs.map((pair) => pair.account_id))}::uuid[], ${sql.val(pairs.map((pair) => pair.game_id))}::uuid[])
  ))`

/** What became unwanted is not emailed later either, unless its reader wants it weekly now. */
const dropOthers = (tx: Tx, waiting: RawBuilder<boolean>, wanted: readonly Wanted[]) =>
  letWait(
    tx,
    sql<boolean>`${waiting} and not notice.id = any(${sql.val(wanted.map(({ id }) => id))}::uuid[])`,
    [WEEKLY],
  )

/** Queues one email, or lets its notices wait for their time. */
async function mailOne(
  { config, mail }: Store,
  tx: Tx,
  { compose }: Kind,
  notices: readonly [Wanted, ...Wanted[]],
): Promise<void> {
  const [{ sent, now }] = notices
  const ids = notices.map(({ id }) => id)
  const time = mailTime(sent, now)
  if (time > now) return void (await change(tx, ids, { mail_at: time }))
  const id = uuid()
  await mail.queue(tx, { ...(await compose(config, tx, notices)), id })
  await change(tx, ids, { mail_at: null, mailed_at: now, mail_id: id })
}

/** One click ends all topics of an email. */
const otherTopics = (notices: readonly Wanted[], { topic }: Wanted): NoticeTopic[] =>
  [...new Set(notices.map((notice) => notice.topic))].filter((other) => other !== topic)

/** New releases of a game, and those whose announced time changed. */
async function composeReleases(
  config: Config,
  tx: Tx,
  notices: readonly [Wanted, ...Wanted[]],
): Promise<Mail> {
  const [newest] = notices
  const [releases, changes] = [
    notices.filter(({ topic }) => topic !== 'window-changed'),
    notices.filter(({ topic }) => topic === 'window-changed'),
  ]
  const versions = await readerVersions(
    tx,
    newest.account_id,
    releases.slice(0, 1).map(({ thing_id }) => thing_id),
  )
  const reader = { email: newest.email, token: newest.unsubscribe_token }
  return releaseMail(config, reader, {
    topics: [(releases[0] ?? newest).topic, ...otherTopics(notices, releases[0] ?? newest)],
    gameId: newest.game_id,
    slug: newest.slug,
    title: newest.title,
    isExplicit: newest.category === 'NSFW',
    releases,
    changes: changes.map(({ label, steps_reason: reason }) => ({ label, reason })),
    savesNote: releases[0]?.saves_note ?? '',
    version: versions.get(releases[0]?.thing_id ?? '') ?? null,
  })
}

/**
 * Whether a queued email still tells only what its reader wants and may be told. Otherwise its notices wait again, for an
 * email or the weekly one, and the next look at them decides (N6). Other emails have no notices.
 */
export async function isStillWanted(
  { db }: Pick<Store, 'db'>,
  { id, unsubscribeUrl, template }: Mail,
): Promise<boolean> {
  if (id === undefined || unsubscribeUrl === undefined || template !== undefined) return true
  const of = sql<boolean>`notice.mail_id = ${id} and notice.topic <> 'wishlist'`
  const { rows } = await sql<{ id: string }>`select id from notices as notice where ${of}`.execute(db)
  if (rows.length === 0 || (await wantedNotices(db, of, ['each'])).length === rows.length) return true
  await letWait(db, of, ['each', WEEKLY])
  return false
}
