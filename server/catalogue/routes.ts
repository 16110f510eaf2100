import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { pageHeaders } from '../platform/http/paging.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { findGame, ownGames } from './game.ts'
import { listGames } from './list.ts'

/** Which of some games an account owns. Given from outside, because the library stands on the catalogue. */
type OwnedAmong = (db: Database, accountId: string, gameIds: string[]) => Promise<Set<string>>

export function catalogueRoutes(serve: Serve, { db }: Store, ownedAmong: OwnedAmong): void {
  serve('GET /api/games', async ({ query, account, request, reply }) => {
    const page = await listGames(db, query)
    pageHeaders(request, reply, { total: page.total, after: page.next })
    if (!account) return page.games
    const owned = await ownedAmong(
      db,
      account.id,
      page.games.map((game) => game._id),
    )
    return page.games.map((game) => ({ ...game, owned: owned.has(game._id) }))
  })

  serve('GET /api/games/:id', async ({ params, account }) => {
    const game = await findGame(db, params.id, account)
    if (!game) throw notFound('Failed to load game')
    return game
  })

  serve('GET /api/my-games', async ({ account }) => ownGames(db, account.id))
}
