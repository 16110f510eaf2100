import type { PostState } from '@nofiller/contract/posts/post-rules'
import { type Selectable, sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { notFound } from '../platform/http/errors/errors.ts'

export type PostRow = Selectable<Tables['posts']>

/** The state of a post. Pure (FO3). */
export function postState({
  removed_by,
  published_at,
  opens_at,
  with_release,
}: Pick<PostRow, 'removed_by' | 'published_at' | 'opens_at' | 'with_release'>): PostState {
  if (removed_by) return 'removed'
  if (published_at) return 'published'
  return opens_at || with_release ? 'scheduled' : 'draft'
}

/** The game of a post that the caller may change. @throws HttpError 404 for any other */
export async function gameOfPost(db: Queryable, author: Account, postId: string): Promise<string> {
  const row = await db
    .selectFrom('posts')
    .innerJoin('games', 'games.id', 'posts.game_id')
    .select('games.id')
    .where('posts.id', '=', postId)
    .where('posts.deleted_at', 'is', null)
    .$if(author.role !== 'admin', (own) => own.where('games.developer_id', '=', author.id))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.id
}

/** @throws HttpError 404 for one that was deleted meanwhile */
export const findPost = (db: Queryable, postId: string): Promise<PostRow> =>
  db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound())

/** The label of the live release that a post, `posts` or a view of it, is about. */
export const releaseLabelOf = (posts: string) => sql<string | null>`(
  select label from releases
  where releases.id = ${sql.ref(`${posts}.release_id`)} and live_at is not null and withdrawn_at is null)`
