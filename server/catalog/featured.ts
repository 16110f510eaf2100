import type { Received } from '@nofiller/contract/calls'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { sql } from 'kysely'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { selectCards } from './card.ts'
import { toFeatured } from './home/home.ts'
import { descriptionStart } from './summary.ts'
import { isListed } from './visibility.ts'

/** The games that the admin chose for the home page, in their order, also those that it does not show at present. */
export async function listFeatured(db: Queryable, view: ContentView): Promise<FeaturedGame[]> {
  const rows = await selectCards(db)
    .innerJoin('featured_games', 'featured_games.game_id', 'games.id')
    .select([
      'games.status',
      'games.suspended_at',
      'games.visibility',
      'featured_games.from_on',
      'featured_games.until_on',
    ])
    .select(['games.cover', descriptionStart.as('description')])
    .orderBy('featured_games.position')
    .execute()
  return rows.map((row) => ({
    ...toFeatured(row, view),
    from: row.from_on,
    until: row.until_on,
    visibility: isListed(row) ? 'public' : 'private',
  }))
}

/**
 * Features these games and no others, and writes it down; pages that show the old ones are forgotten.
 * @throws HttpError 422 `games` for a game that is not listed
 */
export async function feature(
  { db, catalogChanged }: Pick<Store, 'db' | 'catalogChanged'>,
  actor: Actor,
  view: ContentView,
  games: Received<'PUT /api/admin/featured', 'body'>['games'],
): Promise<FeaturedGame[]> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table featured_games in exclusive mode`.execute(tx) // two admins at once: one list, not a mixture
    await refuseHidden(
      tx,
      games.map(({ gameId }) => gameId),
    )
    const before = await listFeatured(tx, view)
    await tx.deleteFrom('featured_games').execute()
    if (games.length > 0)
      await tx
        .insertInto('featured_games')
        .values(
          games.map(({ gameId, from, until }, position) => ({
            game_id: gameId,
            position,
            from_on: from,
            until_on: until,
          })),
        )
        .execute()
    await catalogChanged.announce(tx)
    const after = await listFeatured(tx, view)
    const titles = (list: readonly FeaturedGame[]) => ({ games: list.map(titleWithDays) })
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

const titleWithDays = ({ title, from, until }: FeaturedGame): string =>
  from === null && until === null ? title : `${title} (${from ?? ''} to ${until ?? ''})`

async function refuseHidden(tx: Tx, gameIds: readonly string[]): Promise<void> {
  if (gameIds.length === 0) return
  const rows = await tx
    .selectFrom('games')
    .select(['id', 'title', 'status', 'suspended_at', 'visibility'])
    .where('id', 'in', gameIds)
    .execute()
  for (const id of gameIds) {
    const row = rows.find((each) => each.id === id)
    if (!row) throw unprocessable({ games: 'There is no such game.' })
    if (!isListed(row)) throw unprocessable({ games: `${row.title} is not public.` })
  }
}
