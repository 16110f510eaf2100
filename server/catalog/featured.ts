import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { sql } from 'kysely'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { selectCards, toCard } from './card.ts'
import { isPublic } from './game.ts'

/** The games that the admin chose for the home page, in their order, also those that it does not show at present. */
export async function listFeatured(db: Queryable, view: ContentView): Promise<FeaturedGame[]> {
  const rows = await selectCards(db)
    .innerJoin('featured_games', 'featured_games.game_id', 'games.id')
    .select(['games.status', 'games.suspended_at'])
    .orderBy('featured_games.position')
    .execute()
  return rows.map((row) => ({ ...toCard(row, view), visibility: isPublic(row) ? 'public' : 'private' }))
}

/**
 * Features these games and no others, and writes it down; pages that show the old ones are forgotten.
 * @throws HttpError 422 `gameIds` for a game that visitors may not see
 */
export async function feature(
  { db, catalogChanged }: Pick<Store, 'db' | 'catalogChanged'>,
  actor: Actor,
  view: ContentView,
  gameIds: readonly string[],
): Promise<FeaturedGame[]> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table featured_games in exclusive mode`.execute(tx) // two admins at once: one list, not a mixture
    await refuseHidden(tx, gameIds)
    const before = await listFeatured(tx, view)
    await tx.deleteFrom('featured_games').execute()
    if (gameIds.length > 0)
      await tx
        .insertInto('featured_games')
        .values(gameIds.map((game_id, position) => ({ game_id, position })))
        .execute()
    await catalogChanged.announce(tx)
    const after = await listFeatured(tx, view)
    const titles = (games: readonly FeaturedGame[]) => ({ games: games.map(({ title }) => title) })
    await audit(tx, actor, {
      action: 'featured_changed',
      kind: 'store',
      id: null,
      name: 'Featured games',
      reason: null,
      before: titles(before),
      after: titles(after),
    })
    return after
  })
}

async function refuseHidden(tx: Tx, gameIds: readonly string[]): Promise<void> {
  if (gameIds.length === 0) return
  const rows = await tx
    .selectFrom('games')
    .select(['id', 'title', 'status', 'suspended_at'])
    .where('id', 'in', gameIds)
    .execute()
  for (const id of gameIds) {
    const row = rows.find((each) => each.id === id)
    if (!row) throw unprocessable({ gameIds: 'There is no such game.' })
    if (!isPublic(row)) throw unprocessable({ gameIds: `${row.title} is not public.` })
  }
}
