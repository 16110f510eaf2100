import { gamePath } from '@nofiller/contract/catalog/paths'
import { releaseAnchor, releasesPath } from '@nofiller/contract/releases/release-paths'
import { NO_NOTES } from '@nofiller/contract/releases/save-words'
import { sql } from 'kysely'
import { atomFeed } from '../platform/atom-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { escapeHtml } from '../platform/mail/compose-mail.ts'
import { selectCards } from './card.ts'
import { descriptionStart, summaryOfStart } from './summary.ts'
import { withinLimits } from './within-limits.ts'

const ENTRIES = 50
const SUMMARY_MAX = 500

export const GAMES_FEED_PATH = '/games/feed.xml'

/** The newest games and releases as an Atom feed: titles and the beginnings of their texts, without any picture. */
export async function gamesFeed(
  db: Database,
  store: { name: string; publicUrl: string },
  audience: Audience,
): Promise<string> {
  const [games, releases] = await Promise.all([newestGames(db, audience), newestReleases(db, audience)])
  const entries = [
    ...games.map((game) => ({
      ...authorOf(game),
      id: `urn:uuid:${game.id}`,
      page: `${store.publicUrl}${gamePath(game.slug)}`,
      title: game.title,
      publishedAt: (game.published_at ?? game.updated_at).toISOString(),
      updatedAt: game.updated_at.toISOString(),
      html: `<p>${escapeHtml(summaryOfStart(game.description, SUMMARY_MAX))}</p>`,
    })),
    ...releases.map((release) => ({
      ...authorOf(release),
      id: `urn:uuid:${release.release_id}`,
      page: `${store.publicUrl}${releasesPath(release.slug)}#${releaseAnchor(release.label)}`,
      title: `${release.title} ${release.label}`,
      publishedAt: release.live_at.toISOString(),
      updatedAt: release.live_at.toISOString(),
      html: `<p>${escapeHtml(release.summary || NO_NOTES)}</p>`,
    })),
  ]
  return atomFeed({
    title: `New games · ${store.name}`,
    subtitle: 'The newest games and releases first. For adults.',
    page: `${store.publicUrl}/games`,
    self: store.publicUrl + GAMES_FEED_PATH,
    author: store.name,
    siteUrl: store.publicUrl,
    entries: entries
      .toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt))
      .slice(0, ENTRIES),
  })
}

const authorOf = (game: { display_name: string | null; username: string }) => ({
  author: game.display_name ?? game.username,
})

const shownCards = (db: Database, { view, hidden }: Audience) =>
  selectCards(db)
    .where('games.status', '=', 'published')
    .where('games.suspended_at', 'is', null)
    .where(withinLimits(hidden))
    .$if(view === 'sfw', (shown) => shown.where('games.category', '=', 'SFW'))
    .limit(ENTRIES)

const newestGames = (db: Database, audience: Audience) =>
  shownCards(db, audience)
    .select(['games.updated_at', descriptionStart.as('description')])
    .orderBy('games.published_at', 'desc')
    .orderBy('games.id', 'desc')
    .execute()

/** Releases of games that were public already, by the index `releases_newest`; a game's first one is the game itself. */
const newestReleases = (db: Database, audience: Audience) =>
  shownCards(db, audience)
    .innerJoin('releases as release', 'release.game_id', 'games.id')
    .select([
      'release.id as release_id',
      'release.label',
      'release.summary',
      sql<Date>`release.live_at`.as('live_at'),
    ])
    .where('release.live_at', 'is not', null)
    .where('release.withdrawn_at', 'is', null)
    .whereRef('release.live_at', '>', 'games.published_at')
    .where(
      sql<boolean>`exists (select from releases as earlier
        where earlier.game_id = games.id and earlier.live_at < release.live_at)`,
    )
    .orderBy('release.live_at', 'desc')
    .orderBy('release.id', 'desc')
    .execute()
