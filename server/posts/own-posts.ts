import type { Received } from '@nofiller/contract/calls'
import { POST_TEXT } from '@nofiller/contract/posts/post-rules'
import type { OwnPost, PostReach } from '@nofiller/contract/posts/posts'
import { sql } from 'kysely'
import { findOwnGame } from '../catalog/own-game.ts'
import { followersOf } from '../follows/count-followers.ts'
import { ownersOf } from '../moderation/decisions/effects.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { wishlistFigures } from '../wishlist/count-wishlists.ts'
import { type PostRow, postState } from './post-row.ts'
import { whyWaits } from './post-waits.ts'
import { LOST_RELEASE, RELEASE_IS_OPEN } from './with-release.ts'

const PAGE = 20

type Parts = Pick<Store, 'db' | 'clock'>

/** All posts of a game that the caller may change, drafts first, then the newest. @throws HttpError 404 */
export async function ownPosts(
  { db, clock }: Parts,
  author: Account,
  gameId: string,
  query: Received<'GET /api/dev/games/:id/posts', 'query'>,
): Promise<Page<OwnPost>> {
  await findOwnGame(db, author, gameId)
  const waits = await whyWaits(db, gameId)
  const list = {
    rows: selectOwn(db),
    from: sql`posts`,
    filter: sql<boolean>`posts.game_id = ${gameId} and posts.deleted_at is null`,
    key: sql`posts.id`,
    order: { by: sql`coalesce(posts.published_at, 'infinity')`, direction: 'desc' as const },
    toItem: (row: OwnRow) => toOwnPost(row, waits, clock()),
  }
  return paginate(db, list, { ...query, limit: query.limit ?? PAGE })
}

/** One post as its developer sees it. @throws HttpError 404 */
export async function ownPost({ db, clock }: Parts, postId: string): Promise<OwnPost> {
  const row = await selectOwn(db)
    .where('posts.id', '=', postId)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound())
  return toOwnPost(row, await whyWaits(db, row.game_id), clock())
}

const selectOwn = (db: Queryable) =>
  db
    .selectFrom('posts')
    .leftJoin('releases', 'releases.id', 'posts.release_id')
    .selectAll('posts')
    .select(['releases.label as release', LOST_RELEASE.as('lost'), RELEASE_IS_OPEN.as('is_release_open')])
    .select(
      sql<number>`(select count(distinct mail_id)::int from notices where thing_id = posts.id)`.as('emails'),
    )

type OwnRow = PostRow & {
  release: string | null
  lost: string | null
  is_release_open: boolean
  emails: number
}

const toOwnPost = (row: OwnRow, waits: string | null, now: Date): OwnPost => ({
  id: row.id,
  state: postState(row),
  title: row.title,
  body: row.body,
  audience: row.audience,
  releaseId: row.release_id,
  release: row.release,
  isExplicit: row.is_explicit,
  isEmailed: row.is_emailed,
  savedAt: row.saved_at.toISOString(),
  opensAt: row.opens_at?.toISOString() ?? null,
  isWithRelease: row.with_release,
  publishedAt: row.published_at?.toISOString() ?? null,
  editedAt: row.edited_at?.toISOString() ?? null,
  waits: whyLate(row, waits, now),
  decisionId: row.removed_by,
  emails: inTens(row.emails),
})

/** Why a scheduled post is not out although its time has come, or never comes. @param waits why its game shows no posts */
function whyLate(row: OwnRow, waits: string | null, now: Date): string | null {
  if (row.lost) return POST_TEXT.lostRelease(row.lost)
  const isDue = postState(row) === 'scheduled' && row.is_release_open && (row.opens_at ?? now) <= now
  return isDue ? waits : null
}

/** How many follow, own and want a game, of which all but owners as counted last night (FO2, WI2). @throws HttpError 404 */
export async function postReach({ db }: Parts, author: Account, gameId: string): Promise<PostReach> {
  const game = await findOwnGame(db, author, gameId)
  const [ofGame, ofDeveloper, wishes] = await Promise.all([
    followersOf(db, { game_id: gameId }),
    followersOf(db, { developer_id: game.developer_id }),
    wishlistFigures(db, gameId),
  ])
  return {
    followers: inTens(ofGame.followers),
    ofDeveloper: inTens(ofDeveloper.followers),
    told: inTens(ofGame.followers + ofDeveloper.followers),
    emailed: inTens(ofGame.emailed + ofDeveloper.emailed),
    owners: await ownersOf(db, gameId),
    wishes,
  }
}

/** Rounded down to 10, so that a figure tells of nobody. */
const inTens = (count: number): number => Math.floor(count / 10) * 10
