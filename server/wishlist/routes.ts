import { audienceOf } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { addWish, mergeWishes, removeWish } from './change-wishlist.ts'
import { lookUpWishes, wishedIds, wishlistOf, wishlistSummary } from './list-wishlist.ts'

export function wishlistRoutes(serve: Serve, { db }: Store): void {
  serve.list('GET /api/wishlist', async ({ account, query, request }) =>
    wishlistOf(db, account.id, query, audienceOf(request)),
  )
  serve('GET /api/wishlist/summary', async ({ account, request }) =>
    wishlistSummary(db, account.id, audienceOf(request)),
  )
  serve('GET /api/wishlist/ids', async ({ account }) => wishedIds(db, account.id))
  serve('PUT /api/wishlist/:gameId', async ({ account, params, body }) =>
    addWish(db, account.id, params.gameId, body ?? {}),
  )
  serve('DELETE /api/wishlist/:gameId', async ({ account, params }) =>
    removeWish(db, account.id, params.gameId),
  )
  serve('POST /api/wishlist/merge', async ({ account, body }) => ({
    noRoom: await mergeWishes(db, account.id, body.games),
  }))
  serve('POST /api/wishlist/look-up', async ({ body, request }) =>
    lookUpWishes(db, body.games, body, audienceOf(request)),
  )
}
