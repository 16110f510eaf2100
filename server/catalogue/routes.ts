import { actorOf } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { contentChoiceOf } from '../platform/http/content-choice.ts'
import { notFound } from '../platform/http/errors.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { queryFor } from './content-choice.ts'
import { gameFacets } from './facets.ts'
import { feature, listFeatured } from './featured.ts'
import { findGame, ownGames } from './game.ts'
import { listGames } from './list.ts'
import { suggest } from './suggest.ts'

/** Which of some games an account owns. Given from outside, because the library stands on the catalogue. */
type OwnedAmong = (db: Database, accountId: string, gameIds: string[]) => Promise<Set<string>>

export function catalogueRoutes(serve: Serve, store: Store, ownedAmong: OwnedAmong): void {
  const { db } = store
  serve('GET /api/games', async ({ query, account, request, reply }) => {
    const page = await listGames(db, queryFor(contentChoiceOf(request), query))
    pageHeaders(request, reply, { total: page.total, after: page.next })
    if (!account) return page.games
    const owned = await ownedAmong(
      db,
      account.id,
      page.games.map((game) => game._id),
    )
    return page.games.map((game) => ({ ...game, owned: owned.has(game._id) }))
  })

  serve('GET /api/games/facets', async ({ query, request }) =>
    gameFacets(db, contentChoiceOf(request), query),
  )

  serve('GET /api/games/suggest', async ({ query, request }) =>
    suggest(db, contentChoiceOf(request), query.q),
  )

  serve('GET /api/games/:id', async ({ params, account, request }) => {
    const game = await findGame(db, params.id, account, contentChoiceOf(request))
    if (!game) throw notFound('Failed to load game')
    return game
  })

  serve('GET /api/my-games', async ({ account }) => ownGames(db, account.id))

  serve('GET /api/admin/featured', async () => listFeatured(db))
  serve('PUT /api/admin/featured', async ({ account, body }) =>
    feature(store, actorOf(account), body.gameIds),
  )
}
