import { draftProblems, postProblems } from '@nofiller/contract/posts/post-rules'
import type { OwnPost, PostDraft } from '@nofiller/contract/posts/posts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { lockOwnGame, type OwnGameRow, refuseIllegal } from '../catalog/own-game.ts'
import { followWords } from '../moderation/approvals/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { cleanHtml } from '../platform/html.ts'
import { conflict, unprocessable } from '../platform/http/errors/errors.ts'
import { showsBlocked } from '../reports/evidence/blocked-pictures.ts'
import type { Store } from '../store.ts'
import { auditPost } from './audit-post.ts'
import { ownPost } from './own-posts.ts'
import { findPost, gameOfPost, type PostRow } from './post-row.ts'
import { refuseReleaseOf } from './with-release.ts'

/** Starts a post as a draft (FO3). @throws HttpError 404, 409 `taken_down_as_illegal`, 422 with `fields` */
export async function createPost(
  store: Store,
  author: Account,
  gameId: string,
  draft: PostDraft,
): Promise<OwnPost> {
  const id = uuid()
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const columns = await columnsOf(tx, game, draft)
    await tx
      .insertInto('posts')
      .values({ id, game_id: gameId, created_by: author.id, audience: draft.audience, ...columns })
      .execute()
    await auditPost(tx, author, game, { post: draft.title, change: 'draft saved' })
  })
  return ownPost(store, id)
}

/**
 * Changes a post. The edit of a published one is dated and looked at by chance as an update is; who may read it stays (FO3).
 * @throws HttpError 404, 409 `taken_down_as_illegal`, `post_removed`, 422 with `fields`
 */
export async function changePost(
  store: Store,
  author: Account,
  postId: string,
  draft: PostDraft,
): Promise<OwnPost> {
  await changing(store, author, postId, async (tx, game, post) => {
    const columns = await columnsOf(tx, game, draft)
    const isOut = post.published_at !== null
    const isScheduled = !isOut && (post.opens_at !== null || post.with_release)
    if (isOut || isScheduled) refuseUnready({ ...draft, body: columns.body }, await isExplicit(tx, game))
    if (isScheduled && post.with_release && isMoved(post, draft)) await refuseReleaseOf(tx, draft)
    await tx
      .updateTable('posts')
      .set(isOut ? { ...columns, edited_at: sql<Date>`now()` } : { ...columns, audience: draft.audience })
      .set({ saved_at: sql<Date>`now()` })
      .where('id', '=', postId)
      .execute()
    await auditPost(tx, author, game, { post: draft.title, change: isOut ? 'edited' : 'draft saved' })
    if (!isOut) return
    await followWords(store, tx, author, game.id)
    await store.catalogChanged.announce(tx)
  })
  return ownPost(store, postId)
}

/** Whether a post would go out with another release, or once that is open to others. */
const isMoved = (post: PostRow, { releaseId, audience }: PostDraft): boolean =>
  releaseId !== post.release_id || audience !== post.audience

/** Deletes a post. Of one that was out, an empty row stays, so that its address answers 410. @throws as `changePost` */
export const deletePost = (store: Store, author: Account, postId: string): Promise<void> =>
  changing(store, author, postId, async (tx, game, post) => {
    await auditPost(tx, author, game, { post: post.title, change: 'deleted' })
    if (!post.published_at) return void (await tx.deleteFrom('posts').where('id', '=', postId).execute())
    await tx
      .updateTable('posts')
      .set({ deleted_at: sql<Date>`now()`, title: '', body: '', release_id: null })
      .where('id', '=', postId)
      .execute()
    await store.catalogChanged.announce(tx)
  })

/** Changes a post with its game's row locked. @throws HttpError 404, 409 `taken_down_as_illegal`, `post_removed` */
export async function changing(
  store: Store,
  author: Account,
  postId: string,
  change: (tx: Tx, game: OwnGameRow, post: PostRow) => Promise<void>,
): Promise<void> {
  const gameId = await gameOfPost(store.db, author, postId)
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const post = await findPost(tx, postId)
    if (post.removed_by)
      throw conflict(
        'post_removed',
        'A decision removed this post. You can appeal it on the decision’s page.',
      )
    await change(tx, game, post)
  })
}

/** What is written of a post, as its columns. @throws HttpError 422 with `fields` */
async function columnsOf(tx: Tx, game: OwnGameRow, draft: PostDraft) {
  const body = cleanHtml(draft.body.replaceAll(/<(\/?)h1\b/gi, '<$1h2'))
  if (body === null)
    throw unprocessable({ body: 'This text is too long or nested too deeply. Simplify its HTML.' })
  const problems: Record<string, string> = draftProblems({ ...draft, body })
  if (await showsBlocked(tx, body)) problems.body = 'A picture in this post may not be shown in this store.'
  if (draft.releaseId !== null && !(await isRelease(tx, game.id, draft.releaseId)))
    problems.releaseId = 'This release no longer exists.'
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  return {
    title: draft.title,
    body,
    release_id: draft.releaseId,
    is_explicit: draft.isExplicit,
    is_emailed: draft.isEmailed,
  }
}

async function isRelease(tx: Tx, gameId: string, releaseId: string): Promise<boolean> {
  const release = await tx
    .selectFrom('releases')
    .select('id')
    .where('id', '=', releaseId)
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return release !== undefined
}

/** @throws HttpError 422 with `fields` for a post that cannot go out */
export function refuseUnready(
  post: Pick<PostDraft, 'title' | 'body' | 'isExplicit'>,
  isGameExplicit: boolean,
): void {
  const problems = postProblems(post, isGameExplicit)
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
}

/** Whether a game is marked 18+. */
export async function isExplicit(tx: Tx, { id }: { id: string }): Promise<boolean> {
  const game = await tx.selectFrom('games').select('category').where('id', '=', id).executeTakeFirstOrThrow()
  return game.category === 'NSFW'
}
