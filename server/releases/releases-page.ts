import type { ReleasesPage } from '@nofiller/contract/releases/releases'
import { selectCards, toCard } from '../catalog/card.ts'
import { idColumn } from '../catalog/game.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { publicReleases } from './show-release.ts'

/** Releases on a page. */
export const RELEASES_PAGE = 10

/** A public game with its newest releases (VE13); null for any other. */
export async function releasesPage(
  db: Database,
  idOrSlug: string,
  audience: Audience,
): Promise<ReleasesPage | null> {
  const row = await selectCards(db)
    .where(idColumn(idOrSlug), '=', idOrSlug)
    .where('games.status', '=', 'published')
    .where('games.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const releases = await publicReleases(db, row.id, { limit: RELEASES_PAGE }, audience)
  const oldest = await db
    .selectFrom('releases')
    .select(({ fn }) => fn.min('live_at').as('at'))
    .where('game_id', '=', row.id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return {
    game: toCard(row, audience.view),
    releases: releases.items,
    total: releases.total,
    next: releases.next,
    since: oldest?.at?.toISOString() ?? null,
  }
}
