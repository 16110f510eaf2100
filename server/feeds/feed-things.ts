import { gamePath } from '@nofiller/contract/catalog/paths'
import { postPath } from '@nofiller/contract/posts/post-paths'
import { releaseAnchor, releasesPath } from '@nofiller/contract/releases/release-paths'
import { NO_NOTES } from '@nofiller/contract/releases/save-words'
import { type RawBuilder, sql } from 'kysely'
import { selectCards } from '../catalog/card.ts'
import { descriptionFor } from '../catalog/content-choice.ts'
import { descriptionStart, summaryOfStart } from '../catalog/summary.ts'
import { LISTED } from '../catalog/visibility.ts'
import { withinLimits } from '../catalog/within-limits.ts'
import type { FeedEntry } from '../platform/atom-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { cleanHtml } from '../platform/html.ts'
import type { Audience } from '../platform/http/audience.ts'
import { escapeHtml } from '../platform/mail/compose-mail.ts'

/** The entries of a feed. */
export const ENTRIES = 50
const SUMMARY_MAX = 500

/** Which things of which games, as conditions on `games`, `releases as release` and `live_posts as post`. */
export type FeedFilter = {
  games: RawBuilder<boolean>
  releases?: RawBuilder<boolean>
  posts?: RawBuilder<boolean>
}

/** The newest 50 listed games, releases and posts as entries of a feed, the newest first (FO7). */
export async function feedEntries(
  db: Database,
  site: string,
  audience: Audience,
  filter: FeedFilter,
): Promise<FeedEntry[]> {
  const { releases = filter.games, posts = sql<boolean>`(${filter.games} and post.audience = 'everyone')` } =
    filter
  const entries = [
    ...(await newestGames(db, audience, filter.games)).map((game) => gameEntry(site, game)),
    ...(await newestReleases(db, audience, releases)).map((release) => releaseEntry(site, audience, release)),
    ...(await newestPosts(db, audience, posts)).map((post) => postEntry(site, audience, post)),
  ]
  return newestFirst(entries)
}

/** Of several lists the newest 50. */
export const newestFirst = (entries: readonly FeedEntry[]): FeedEntry[] =>
  entries.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt)).slice(0, ENTRIES)

const shownCards = (db: Database, { view, hidden }: Audience, which: RawBuilder<boolean>) =>
  selectCards(db)
    .where(LISTED)
    .where(withinLimits(hidden))
    .where(which)
    .$if(view === 'sfw', (shown) => shown.where('games.category', '=', 'SFW'))
    .limit(ENTRIES)

const newestGames = (db: Database, audience: Audience, which: RawBuilder<boolean>) =>
  shownCards(db, audience, which)
    .select(['games.updated_at', descriptionStart.as('description')])
    .orderBy('games.published_at', 'desc')
    .orderBy('games.id', 'desc')
    .execute()

/** Releases of games that were public already, by the index `releases_newest`; a game's first one is the game itself. */
const newestReleases = (db: Database, audience: Audience, which: RawBuilder<boolean>) =>
  shownCards(db, audience, which)
    .innerJoin('releases as release', 'release.game_id', 'games.id')
    .select(['release.id as thing_id', 'release.label', 'release.summary', 'release.notes'])
    .select([
      sql<Date>`release.live_at`.as('at'),
      sql<Date>`coalesce(release.notes_edited_at, release.live_at)`.as('changed_at'),
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

/** Those for everyone by the index `posts_newest`. */
const newestPosts = (db: Database, audience: Audience, which: RawBuilder<boolean>) =>
  shownCards(db, audience, which)
    .innerJoin('live_posts as post', 'post.game_id', 'games.id')
    .select([
      'post.id as thing_id',
      'post.title as post',
      'post.body',
      'post.published_at as at',
      'post.is_explicit',
    ])
    .select(sql<Date>`coalesce(post.edited_at, post.published_at)`.as('changed_at'))
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc')
    .execute()

type Maker = { display_name: string | null; username: string }

const authorOf = ({ display_name, username }: Maker) => ({ author: display_name ?? username })

const gameEntry = (site: string, game: Awaited<ReturnType<typeof newestGames>>[number]): FeedEntry => ({
  ...authorOf(game),
  id: `urn:uuid:${game.id}`,
  page: `${site}${gamePath(game.slug)}`,
  title: game.title,
  publishedAt: (game.published_at ?? game.updated_at).toISOString(),
  updatedAt: game.updated_at.toISOString(),
  html: paragraph(summaryOfStart(game.description, SUMMARY_MAX)),
})

const releaseEntry = (
  site: string,
  audience: Audience,
  release: Awaited<ReturnType<typeof newestReleases>>[number],
): FeedEntry => ({
  ...authorOf(release),
  id: `urn:uuid:${release.thing_id}`,
  page: `${site}${releasesPath(release.slug)}#${releaseAnchor(release.label)}`,
  title: `${release.title} ${release.label}`,
  publishedAt: release.at.toISOString(),
  updatedAt: release.changed_at.toISOString(),
  html: paragraph(release.summary || NO_NOTES) + shownText(audience, release.category, release.notes),
})

const postEntry = (
  site: string,
  audience: Audience,
  post: Awaited<ReturnType<typeof newestPosts>>[number],
): FeedEntry => ({
  ...authorOf(post),
  id: `urn:uuid:${post.thing_id}`,
  page: `${site}${postPath(post.slug, post.thing_id)}`,
  title: `${post.title}: ${post.post}`,
  publishedAt: post.at.toISOString(),
  updatedAt: post.changed_at.toISOString(),
  html: shownText(audience, post.is_explicit === false ? post.category : 'NSFW', post.body),
})

const shownText = ({ view }: Audience, category: GameRow['category'], html: string): string =>
  descriptionFor(view, category, cleanHtml(html) ?? '')

const paragraph = (text: string): string => text && `<p>${escapeHtml(text)}</p>`
