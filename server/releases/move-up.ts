import { UPDATED } from '@nofiller/contract/catalog/home-rules'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/**
 * Moves a game up among those that were updated, by a release that owners got just now: one that says in a sentence what is new
 * and is not the game's first, and once in so many days however many there are.
 */
export async function moveUp(tx: Tx, releaseId: string): Promise<void> {
  await sql`
    update games set moved_up_at = release.live_at from releases as release
    where release.id = ${releaseId} and games.id = release.game_id and release.summary <> ''
      and (games.moved_up_at is null or games.moved_up_at <= release.live_at - make_interval(days => ${UPDATED.againDays}))
      and exists (
        select from releases as earlier where earlier.game_id = games.id and earlier.live_at < release.live_at
      )`.execute(tx)
}
