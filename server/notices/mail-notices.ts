import { RELEASE_TOPICS, WEEKLY } from '@nofiller/contract/notices/notice-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { letWait } from '../news/mail-choice.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { readerVersions } from '../releases/reader-versions.ts'
import type { Store } from '../store.ts'
import { releaseMail } from './emails.ts'
import { mailPosts } from './mail-posts.ts'
import { mailTime } from './mail-time.ts'
import { change, type Wanted, wantedNotices } from './wanted-notices.ts'

/** Its job sends the emails about notices that may go out. */
export const MAIL_NOTICES = 'mail-notices'

/** How many emails are queued in one transaction. */
const BATCH = 50

/** Each release asks for its emails when they are due; the schedule finds those that had to wait for an earlier one. */
export const startMailingNotices = (store: Store): Promise<void> =>
  store.jobs.schedule(MAIL_NOTICES, '*/5 * * * *', () => mailNotices(store))

/** Queues the emails that are due: about posts, then about releases one for each reader and game, along the index `notices_to_mail`. Those about wishlists are others. */
export async function mailNotices(store: Store): Promise<void> {
  await mailPosts(store)
  let after: Pair | null = null
  do after = await store.db.transaction().execute((tx) => mailSome(store, tx, after))
  while (after !== null)
}

/** A reader and a game. */
type Pair = { account_id: string; game_id: string }

/** @returns the last pair of the batch, null after the last batch */
async function mailSome(store: Store, tx: Tx, after: Pair | null): Promise<Pair | null> {
  // Two processes at once would each send an email about the same game.
  await sql`select pg_advisory_xact_lock(hashtext(${MAIL_NOTICES}))`.execute(tx)
  const pairs = await duePairs(tx, after)
  if (pairs.length === 0) return null
  const wanted = Map.groupBy(await wantedNotices(tx, waitingOf(pairs), ['each']), pairOf)
  await dropOthers(tx, pairs, [...wanted.values()].flat())
  for (const notices of wanted.values()) await mailOne(store, tx, notices)
  return pairs.length === BATCH ? (pairs.at(-1) ?? null) : null
}

const pairOf = ({ account_id, game_id }: Pair): string => `${account_id} ${game_id}`

async function duePairs(tx: Tx, after: Pair | null): Promise<Pair[]> {
  const rest = after ? sql`and (account_id, game_id) > (${after.account_id}, ${after.game_id})` : sql``
  const { rows } = await sql<Pair>`
    select account_id, game_id from notices
    where mail_at is not null and topic <> 'wishlist' and topic = any(${sql.val(RELEASE_TOPICS)}) ${rest}
    group by account_id, game_id having min(mail_at) <= now()
    order by account_id, game_id limit ${BATCH}`.execute(tx)
  return rows
}

/** Also those that are not due yet: one email tells of all. */
const waitingOf = (
  pairs: readonly Pair[],
) => sql<boolean>`(notice.mail_at is not null and notice.topic <> 'wishlist'
  and notice.topic = any(${sql.val(RELEASE_TOPICS)}) and (notice.account_id, notice.game_id) in (
    select * from unnest(${sql.val(pairs.map((pair) => pair.account_id))}::uuid[], ${sql.val(pairs.map((pair) => pair.game_id))}::uuid[])
  ))`

/** What became unwanted is not emailed later either, unless its reader wants it weekly now. */
const dropOthers = (tx: Tx, pairs: readonly Pair[], wanted: readonly Wanted[]) =>
  letWait(
    tx,
    sql<boolean>`${waitingOf(pairs)} and not notice.id = any(${sql.val(wanted.map(({ id }) => id))}::uuid[])`,
    [WEEKLY],
  )

/** Queues the email of a reader about a game, or lets it wait for its time. */
async function mailOne({ config, mail }: Store, tx: Tx, notices: readonly Wanted[]): Promise<void> {
  const [newest] = notices
  if (!newest) return
  const ids = notices.map(({ id }) => id)
  const time = mailTime(newest.sent, newest.now)
  if (time > newest.now) return void (await change(tx, ids, { mail_at: time }))
  const [releases, changes] = [
    notices.filter(({ topic }) => topic !== 'window-changed'),
    notices.filter(({ topic }) => topic === 'window-changed'),
  ]
  const versions = await readerVersions(
    tx,
    newest.account_id,
    releases.slice(0, 1).map(({ thing_id }) => thing_id),
  )
  const id = uuid()
  const reader = { email: newest.email, token: newest.unsubscribe_token }
  const message = releaseMail(config, reader, {
    topic: (releases[0] ?? newest).topic,
    gameId: newest.game_id,
    slug: newest.slug,
    title: newest.title,
    isExplicit: newest.category === 'NSFW',
    releases,
    changes: changes.map(({ label, steps_reason: reason }) => ({ label, reason })),
    savesNote: releases[0]?.saves_note ?? '',
    version: versions.get(releases[0]?.thing_id ?? '') ?? null,
  })
  await mail.queue(tx, { ...message, id })
  await change(tx, ids, { mail_at: null, mailed_at: newest.now, mail_id: id })
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
