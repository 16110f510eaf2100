import type { Received } from '@nofiller/contract/calls'
import { NEW_ACCOUNT_HOURS } from '@nofiller/contract/posts/post-rules'
import type { OwnPost } from '@nofiller/contract/posts/posts'
import { sql } from 'kysely'
import { followWords } from '../moderation/approvals/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, forbidden, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { queuePostEvent } from '../webhooks/game-events.ts'
import { announcePost } from './announce-post.ts'
import { auditPost } from './audit-post.ts'
import { refuseFullDay } from './day-limits.ts'
import { ownPost } from './own-posts.ts'
import { whyWaits } from './post-waits.ts'
import { changing, isExplicit, refuseUnready } from './save-post.ts'
import { refuseReleaseOf } from './with-release.ts'

/** When a post goes out: at a time, or with its release; now without either. */
type Opening = Received<'POST /api/posts/:postId/live', 'body'>

/**
 * Publishes a post now, or schedules it. While its game is not in the store, or nobody looked at it yet, it waits (FO3, FO4).
 * @throws HttpError 403 `too_new_to_write`, 404, 409 `already_live`, `too_many_posts`, `taken_down_as_illegal`, `post_removed`,
 *   422 with `fields`
 */
export async function publishPost(
  store: Store,
  author: Account,
  postId: string,
  { opensAt, withRelease }: Opening,
): Promise<OwnPost> {
  const now = store.clock()
  const isLater = withRelease || opensAt !== undefined
  const time = withRelease ? null : opensAt === undefined ? now : new Date(opensAt)
  if (isLater && time && time <= now) throw unprocessable({ opensAt: 'Choose a time in the future.' })
  await changing(store, author, postId, async (tx, game, post) => {
    if (post.published_at) throw alreadyLive()
    await refuseNew(tx, author, now)
    refuseUnready({ ...post, isExplicit: post.is_explicit }, await isExplicit(tx, game))
    if (time) await refuseFullDay(tx, { id: postId, gameId: game.id, developerId: game.developer_id }, time)
    else await refuseReleaseOf(tx, { releaseId: post.release_id, audience: post.audience })
    await auditPost(tx, author, game, { post: post.title, change: isLater ? 'scheduled' : 'published' })
    await tx
      .updateTable('posts')
      .set({ opens_at: time, with_release: time === null })
      .where('id', '=', postId)
      .execute()
    if (!isLater && (await whyWaits(tx, game.id)) === null)
      await openPost(store, tx, author, { id: postId, gameId: game.id })
    else await store.catalogChanged.announce(tx) // every process waits for its time
  })
  return ownPost(store, postId)
}

/** Somebody's first day is for looking around: spam comes from accounts of that age (PR7). */
async function refuseNew(tx: Tx, author: Account, now: Date): Promise<void> {
  const { created_at } = await tx
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  if (created_at.getTime() > now.getTime() - NEW_ACCOUNT_HOURS * 3_600_000)
    throw forbidden(
      'Your account is less than a day old. Save a draft, and publish it tomorrow.',
      'too_new_to_write',
    )
}

/** Shows a post whose time has come, with its game's row locked. */
export async function openPost(
  store: Store,
  tx: Tx,
  author: Pick<Account, 'role'>,
  { id, gameId }: { id: string; gameId: string },
): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ published_at: sql<Date>`clock_timestamp()`, opens_at: null, with_release: false })
    .where('id', '=', id)
    .execute()
  await followWords(store, tx, author, gameId)
  await announcePost(store.jobs, tx, id)
  await queuePostEvent(tx, id)
  await store.catalogChanged.announce(tx)
}

/** Takes back the schedule of a post: it is a draft again. @throws HttpError 404, 409 `already_live` */
export async function unschedulePost(store: Store, author: Account, postId: string): Promise<OwnPost> {
  await changing(store, author, postId, async (tx, game, post) => {
    if (post.published_at) throw alreadyLive()
    await tx
      .updateTable('posts')
      .set({ opens_at: null, with_release: false })
      .where('id', '=', postId)
      .execute()
    await auditPost(tx, author, game, { post: post.title, change: 'schedule removed' })
  })
  return ownPost(store, postId)
}

const alreadyLive = () => conflict('already_live', 'This post is out already.')
