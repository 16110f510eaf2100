import { RELEASES_PAGE } from '@nofiller/contract/releases/release-rules'
import type { Release, ReleasesPage } from '@nofiller/contract/releases/releases'
import { callPage } from '../../api/client.ts'
import type { ShownCard } from '../catalog/shown-card.ts'

/** A page of a game's releases, with what of the game is shown beside it. */
export type ShownReleases = Omit<ReleasesPage, 'game'> & { game: ShownCard }

/** Notes that were not rendered by the server are cleaned in the browser as well (requirements 5.5). */
export async function cleanNotes(releases: readonly Release[]): Promise<Release[]> {
  const { cleanDescription } = await import('../catalog/game/clean-description.ts')
  return releases.map((release) => ({ ...release, notes: cleanDescription(release.notes) }))
}

/** The releases of a game after a cursor, or its newest, as the user may read them. */
export async function loadReleases(gameId: string, query: { after?: string; show?: 'once' } = {}) {
  const page = await callPage('GET /api/games/:id/releases', {
    params: { id: gameId },
    query: { limit: RELEASES_PAGE, ...query },
  })
  return { ...page, rows: await cleanNotes(page.rows) }
}
