import { sectionsOf } from '@nofiller/contract/catalog/sections'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { LISTED } from './visibility.ts'

/** `game_sections` holds listed games only. */
export async function writeSections(tx: Tx, gameId: string, tags: readonly string[]): Promise<void> {
  await tx.deleteFrom('game_sections').where('game_id', '=', gameId).execute()
  await sql`
    insert into game_sections (section, published_at, game_id, category)
    select section, games.published_at, games.id, games.category
    from games cross join unnest(${sql.val(sectionsOf(tags))}::text[]) as section
    where games.id = ${gameId} and ${LISTED}`.execute(tx)
}
