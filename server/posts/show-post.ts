import type { Received } from '@nofiller/contract/calls'
import type { Post, PostPage, PostsPage } from '@nofiller/contract/posts/posts'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { selectCards, toCard } from '../catalog/card.ts'
import { descriptionFor, isWithheld } from '../catalog/content-choice.ts'
import { idColumn } from '../catalog/game.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import { beyondLimits } from '../catalog/within-limits.ts'
import { ownsAny } from '../library/grants.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { cleanHtml } from '../platform/html.ts'
import type { Audience, Hidden } from '../platform/http/audience.ts'
import { HttpError, notFound } from '../platform/http/errors/errors.ts'
import { releaseLabelOf } from './post-row.ts'

/** Posts on a page. */
export const POSTS_PAGE = 10

type Game = Pick<GameRow, 'id' | 'category' | 'developer_id' | 'visibility'> & { is_hidden: boolean }

/** A game whose page the reader may see; posts of any other are nobody's to read (FO4, LA1). */
const findSeen = (
  db: Database,
  reader: Account | null,
  idOrSlug: string,
  hidden: Hidden | null,
): Promise<Game | undefined> =>
  db
    .selectFrom('games')
    .select(['id', 'category', 'developer_id', 'visibility', beyondLimits(hidden).as('is_hidden')])
    .where(idColumn(idOrSlug), '=', idOrSlug)
    .where(pageSeenBy(reader))
    .executeTakeFirst()

const selectLive = (db: Database) =>
  db
    .selectFrom('live_posts')
    .select(['id', 'title', 'body', 'audience', 'published_at', 'edited_at', 'is_explicit'])
    .select(releaseLabelOf('live_posts').as('release'))

type LiveRow = Awaited<ReturnType<ReturnType<typeof selectLive>['execute']>>[number]

/**
 * The posts of a game, the newest first, those for owners too if the reader is one. None for an audience that wants to
 * see nothing of the game.
 * @throws HttpError 404
 */
export async function publicPosts(
  db: Database,
  reader: Account | null,
  gameId: string,
  query: Omit<Received<'GET /api/games/:id/posts', 'query'>, 'show'>,
  audience: Audience,
): Promise<Page<Post>> {
  const game = await findSeen(db, reader, gameId, audience.hidden)
  if (!game) throw notFound()
  return postsOf(db, game, await readsAll(db, reader, game), query, audience)
}

function postsOf(
  db: Database,
  game: Game,
  isOwner: boolean,
  query: Omit<Received<'GET /api/games/:id/posts', 'query'>, 'show'>,
  audience: Audience,
): Promise<Page<Post>> {
  const list = {
    rows: selectLive(db),
    from: sql`live_posts`,
    filter: sql<boolean>`live_posts.game_id = ${game.id} and (${isOwner} or live_posts.audience = 'everyone')
      and ${!isUnwanted(game, audience)}`,
    key: sql`live_posts.id`,
    order: { by: sql`live_posts.published_at`, direction: 'desc' as const },
    toItem: (row: LiveRow) => toPost(row, game, audience),
  }
  return paginate(db, list, { ...query, limit: query.limit ?? POSTS_PAGE })
}

const isUnwanted = (game: Game, { view }: Audience): boolean =>
  isWithheld(view, game.category) || game.is_hidden

/** Owners, the developer and admins read the posts for owners too. */
const readsAll = async (db: Database, reader: Account | null, game: Game): Promise<boolean> =>
  reader !== null &&
  (reader.role === 'admin' || reader.id === game.developer_id || (await ownsAny(db, reader.id, game.id)))

/** A post's pictures are shown as its game's are; those about which nobody was asked as those of an 18+ game (FO4). */
const toPost = (row: LiveRow, { category }: Game, { view }: Audience): Post => ({
  id: row.id,
  title: row.title,
  body: descriptionFor(view, row.is_explicit === false ? category : 'NSFW', cleanHtml(row.body) ?? ''),
  audience: row.audience,
  publishedAt: row.published_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  release: row.release,
})

/** One post for its reader. @throws HttpError 404, 410 `post_deleted` */
export async function publicPost(
  db: Database,
  reader: Account | null,
  postId: string,
  audience: Audience,
): Promise<Post> {
  const { game, row } = await findLive(db, reader, postId, audience.hidden)
  const mayRead = row.audience === 'everyone' || (await readsAll(db, reader, game))
  if (!mayRead || isUnwanted(game, audience)) throw notFound()
  return toPost(row, game, audience)
}

/** @throws HttpError 404, 410 `post_deleted` for what was public once */
async function findLive(
  db: Database,
  reader: Account | null,
  postId: string,
  hidden: Hidden | null,
): Promise<{ game: Game; row: LiveRow }> {
  const post = await db
    .selectFrom('posts')
    .select(['game_id', 'deleted_at'])
    .where('id', '=', postId)
    .executeTakeFirst()
  const game = post && (await findSeen(db, reader, post.game_id, hidden))
  if (!game) throw notFound()
  if (post.deleted_at) throw new HttpError(410, 'post_deleted', 'This post was deleted.')
  const row = await selectLive(db).where('id', '=', postId).executeTakeFirst()
  if (!row) throw notFound()
  return { game, row }
}

/** The page of a game's posts; null where there is none. */
export async function postsPage(
  db: Database,
  idOrSlug: string,
  audience: Audience,
  query: Omit<Received<'GET /api/games/:id/posts', 'query'>, 'show'> = {},
): Promise<PostsPage | null> {
  const game = await findSeen(db, null, idOrSlug, audience.hidden)
  if (!game) return null
  const { items, total, next } = await postsOf(db, game, false, query, audience)
  const isFirst = query.after === undefined
  return { ...(await headOf(db, game, audience)), posts: items, isFirst, total, next }
}

/** What a page about a game begins with. */
const headOf = async (db: Database, { id, visibility }: Game, { view }: Audience) => ({
  game: toCard(await selectCards(db).where('games.id', '=', id).executeTakeFirstOrThrow(), view),
  isListed: visibility === 'public',
})

/** The page of a post for anybody: who may read one for owners asks for it. @throws HttpError 410; null where there is none */
export async function postPage(
  db: Database,
  idOrSlug: string,
  postId: string,
  audience: Audience,
): Promise<PostPage | null> {
  const asked = isUuid(postId) ? await findSeen(db, null, idOrSlug, audience.hidden) : undefined
  if (!asked) return null
  const { game, row } = await findLive(db, null, postId, audience.hidden)
  if (game.id !== asked.id || isUnwanted(game, audience)) return null
  const post = row.audience === 'everyone' ? toPost(row, game, audience) : null
  return { ...(await headOf(db, game, audience)), post }
}
