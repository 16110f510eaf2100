import { RELEASES_PAGE } from '@nofiller/contract/releases/release-rules'
import type { ReleasesPage } from '@nofiller/contract/releases/releases'
import { selectCards, toCard } from '../catalog/card.ts'
import { idColumn } from '../catalog/game.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { releasesOf } from './show-release.ts'

/**
 * A game that anybody may see with a page of its releases, the newest first (VE13); null for any other.
 * @param after the end of the page before; without it the newest
 */
export async function releasesPage(
  db: Database,
  idOrSlug: string,
  audience: Audience,
  after?: string,
  limit: number = RELEASES_PAGE,
): Promise<ReleasesPage | null> {
  const row = await selectCards(db)
    .where(idColumn(idOrSlug), '=', idOrSlug)
    .select('games.visibility')
    .where(pageSeenBy(null))
    .executeTakeFirst()
  if (!row) return null
  const releases = await releasesOf(db, row.id, { limit, after }, audience, null)
  const oldest = await db
    .selectFrom('releases')
    .select(({ fn }) => fn.min('live_at').as('at'))
    .where('game_id', '=', row.id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return {
    game: toCard(row, audience.view),
    isListed: row.visibility === 'public',
    releases: releases.items,
    isFirst: after === undefined,
    total: releases.total,
    next: releases.next,
    since: oldest?.at?.toISOString() ?? null,
  }
}
