import { writeTotal } from '@nofiller/contract/catalog/browsing'
import { readLimits } from '@nofiller/contract/content-limits/limit-rules'
import { actorOf } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { audienceOf, hiddenBy } from '../platform/http/audience.ts'
import { contentChoiceOf } from '../platform/http/content-choice.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import { readableBy, type Store } from '../store.ts'
import { feature, listFeatured } from './featured.ts'
import { findGame, gameSeenBy, refuseHidden, whyHidden } from './game.ts'
import { ownGames } from './own-games.ts'
import { gameFacets } from './search/facets.ts'
import { listGames } from './search/list-games.ts'
import { listed } from './search/listed-games.ts'
import { suggest } from './search/suggest.ts'
import { viewedGames } from './viewed-games.ts'

/** Which of some games an account owns. Injected, because the library depends on the catalog. */
type OwnedAmong = (db: Database, accountId: string, gameIds: string[]) => Promise<Set<string>>

export function catalogRoutes(serve: Serve, store: Store, ownedAmong: OwnedAmong): void {
  serve.list('GET /api/games', async ({ query, account, request, reply }) => {
    const db = readableBy(store, account)
    const { games, hidden, ...page } = await listGames(db, audienceOf(request), query)
    if (hidden > 0) reply.header('x-hidden-count', writeTotal(hidden))
    const items = await listed(db, account, games)
    if (!account) return { ...page, items }
    const owned = await ownedAmong(
      db,
      account.id,
      items.map((game) => game._id),
    )
    return { ...page, items: items.map((game) => ({ ...game, owned: owned.has(game._id) })) }
  })

  serve('GET /api/games/facets', async ({ query, account, request }) =>
    gameFacets(readableBy(store, account), audienceOf(request), query),
  )

  serve('GET /api/games/suggest', async ({ query, account, request }) =>
    suggest(readableBy(store, account), audienceOf(request), query.q),
  )

  serve('POST /api/viewed-games/look-up', async ({ body, request }) => ({
    games: await viewedGames(store.db, body.gameIds, audienceOf(request)),
  }))

  serve('GET /api/games/:id', async ({ params, query, account, request }) => {
    const audience = audienceOf(request)
    const db = readableBy(store, account)
    if (query.show !== 'once') refuseHidden(await whyHidden(db, params.id, account, audience))
    const game = await findGame({ ...store, db }, params.id, account, audience)
    if (!game) throw notFound('Failed to load game')
    return game
  })

  serve('GET /api/dev/games/:id/seen-by', async ({ account, params, query: { view, limits } }) => {
    const hidden = hiddenBy([limits === undefined ? null : readLimits(limits)], null)
    return gameSeenBy(store, account, params.id, { view, hidden })
  })

  serve.list('GET /api/my-games', async ({ account, query }) => ownGames(store, account, query))

  serve('GET /api/admin/featured', async ({ request }) => listFeatured(store.db, contentChoiceOf(request)))
  serve('PUT /api/admin/featured', async ({ account, body, request }) =>
    feature(store, actorOf(account), contentChoiceOf(request), body.games),
  )
}
