import { audienceOf, unlimited } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { ownPost, ownPosts, postReach } from './own-posts.ts'
import { gameOfPost } from './post-row.ts'
import { publishPost, unschedulePost } from './publish-post.ts'
import { changePost, createPost, deletePost } from './save-post.ts'
import { publicPost, publicPosts } from './show-post.ts'

export function postRoutes(serve: Serve, store: Store): void {
  serve.list('GET /api/games/:id/posts', async ({ account, params, query, request }) => {
    const { show, ...page } = query
    const audience = audienceOf(request)
    return publicPosts(store.db, account, params.id, page, show ? unlimited(audience.view) : audience)
  })

  serve('GET /api/posts/:postId', async ({ account, params, query, request }) => {
    const audience = audienceOf(request)
    return publicPost(store.db, account, params.postId, query.show ? unlimited(audience.view) : audience)
  })

  serve.list('GET /api/dev/games/:id/posts', async ({ account, params, query }) =>
    ownPosts(store, account, params.id, query),
  )

  serve('GET /api/dev/games/:id/reach', async ({ account, params }) => postReach(store, account, params.id))

  serve('GET /api/dev/posts/:postId', async ({ account, params }) => {
    await gameOfPost(store.db, account, params.postId)
    return ownPost(store, params.postId)
  })

  serve('POST /api/games/:id/posts', async ({ account, params, body }) =>
    createPost(store, account, params.id, body),
  )

  serve('PATCH /api/posts/:postId', async ({ account, params, body }) =>
    changePost(store, account, params.postId, body),
  )

  serve('POST /api/posts/:postId/live', async ({ account, params, body }) =>
    publishPost(store, account, params.postId, body),
  )

  serve('DELETE /api/posts/:postId/live', async ({ account, params }) =>
    unschedulePost(store, account, params.postId),
  )

  serve('DELETE /api/posts/:postId', async ({ account, params }) => {
    await deletePost(store, account, params.postId)
    return { ok: true } as const
  })
}
