import type { GameCard } from '@nofiller/contract/catalog/catalog'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { CARD_COLUMNS, type CardRow, toCard } from './card.ts'
import { isShownTo } from './related.ts'

/** The cards of games, in the order of their ids, without those that an audience is not shown in lists. */
export async function viewedGames(
  db: Queryable,
  gameIds: readonly string[],
  audience: Audience,
): Promise<GameCard[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}
    from (select id, min(nth) as nth from unnest(${gameIds}::uuid[]) with ordinality as asked(id, nth) group by id) as viewed
    join games on games.id = viewed.id and ${isShownTo(audience)}
    join accounts as developer on developer.id = games.developer_id
    order by viewed.nth`.execute(db)
  return rows.map((row) => toCard(row, audience.view))
}
