import { type RawBuilder, sql } from 'kysely'
import { IN_STORE } from '../catalog/visibility.ts'
import type { Queryable } from '../platform/database/database.ts'

/** That a game, of its `developer`, shows posts: it is in the store, and its first look is done (FO4). */
export const SHOWS_POSTS: RawBuilder<boolean> = sql`(${IN_STORE}
  and not games.is_illegal and developer.suspended_at is null and is_approved(games))`

/** Why a post of a game does not go out now, as a sentence; null when it does. */
export async function whyWaits(db: Queryable, gameId: string): Promise<string | null> {
  const { rows } = await sql<{ isPublished: boolean; isApproved: boolean; shows: boolean }>`
    select games.status = 'published' as "isPublished", games.review is null and is_approved(games) as "isApproved",
      ${SHOWS_POSTS} as shows
    from games join accounts as developer on developer.id = games.developer_id where games.id = ${gameId}`.execute(
    db,
  )
  const [game] = rows
  if (!game || game.shows) return null
  if (!game.isPublished) return 'It goes out once the game is public.'
  return game.isApproved
    ? 'The game is out of the store for now. It goes out when the game is back.'
    : 'It goes out once the game is approved.'
}
