import type { Post, PostsPage } from '@nofiller/contract/posts/posts'
import { callPage } from '../../api/client.ts'
import type { ShownCard } from '../catalog/shown-card.ts'

const PAGE = 10

/** A page of the posts about a game, with what of the game is shown beside them. */
export type ShownPosts = Omit<PostsPage, 'game'> & { game: ShownCard }

/** Texts that were not rendered by the server are cleaned in the browser as well (requirements 5.5). */
export async function cleanPosts(posts: readonly Post[]): Promise<Post[]> {
  const { cleanDescription } = await import('../catalog/game/clean-description.ts')
  return posts.map((post) => ({ ...post, body: cleanDescription(post.body) }))
}

/** The posts about a game after a cursor, or its newest, as the user may read them. */
export async function loadPosts(gameId: string, query: { after?: string; show?: 'once' } = {}) {
  const page = await callPage('GET /api/games/:id/posts', {
    params: { id: gameId },
    query: { limit: PAGE, ...query },
  })
  return { ...page, rows: await cleanPosts(page.rows) }
}
