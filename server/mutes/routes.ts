import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { muteName, removeMute, unmuteName } from './change-mutes.ts'
import { listMutes, mutedReviews } from './list-mutes.ts'

export function muteRoutes(serve: Serve, { db }: Store): void {
  serve.list('GET /api/mutes', async ({ account, query }) => listMutes(db, account.id, query))

  serve('DELETE /api/mutes/:id', async ({ account, params }) => removeMute(db, account.id, params.id))

  serve('GET /api/games/:id/muted-reviews', async ({ account, params }) => ({
    reviews: await mutedReviews(db, account.id, params.id),
  }))

  serve('PUT /api/reviews/:id/mute', async ({ account, params }) => muteName(db, account.id, params.id))

  serve('DELETE /api/reviews/:id/mute', async ({ account, params }) => unmuteName(db, account.id, params.id))
}
