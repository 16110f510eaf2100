import { developerFeedPath, tagFeedPath } from '@nofiller/contract/catalog/feed-paths'
import { developerPath } from '@nofiller/contract/catalog/paths'
import { sql } from 'kysely'
import { atomFeed } from '../platform/atom-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { findDeveloper, whyDeveloperHidden } from '../profiles/developer.ts'
import { feedEntries } from './feed-things.ts'

export const GAMES_FEED_PATH = '/games/feed.xml'

type Site = { name: string; publicUrl: string }

/** The newest games, releases and posts of the store as an Atom feed (FO7). */
export async function gamesFeed(
  db: Database,
  { name, publicUrl }: Site,
  audience: Audience,
): Promise<string> {
  return atomFeed({
    title: `New games · ${name}`,
    subtitle: 'The newest games, releases and posts first. For adults.',
    page: `${publicUrl}/games`,
    self: publicUrl + GAMES_FEED_PATH,
    author: name,
    siteUrl: publicUrl,
    entries: await feedEntries(db, publicUrl, audience, { games: sql`true` }),
  })
}

/** Those of a developer; null for anybody else, and for one whom the audience blocked. */
export async function developerFeed(
  db: Database,
  { name, publicUrl }: Site,
  idOrUsername: string,
  audience: Audience,
): Promise<string | null> {
  const found = await findDeveloper(db, idOrUsername, audience)
  if (!found || (await whyDeveloperHidden(db, idOrUsername, audience))) return null
  const { _id: id, username, displayName } = found.user
  return atomFeed({
    title: `${displayName ?? username} · ${name}`,
    subtitle: 'Their newest games, releases and posts first. For adults.',
    page: publicUrl + developerPath(username),
    self: publicUrl + developerFeedPath(username),
    author: displayName ?? username,
    siteUrl: publicUrl,
    entries: await feedEntries(db, publicUrl, audience, { games: sql`games.developer_id = ${id}` }),
  })
}

/** Those of games with a tag; null for a tag that no public game has. */
export async function tagFeed(
  db: Database,
  { name, publicUrl }: Site,
  tag: string,
  audience: Audience,
): Promise<string | null> {
  const games = sql<boolean>`exists (
    select from game_tags where game_tags.game_id = games.id and game_tags.tag = fold(${tag}))`
  const entries = await feedEntries(db, publicUrl, audience, { games })
  if (entries.length === 0) return null
  return atomFeed({
    title: `${tag} · ${name}`,
    subtitle: 'The newest games with this tag, their releases and posts first. For adults.',
    page: `${publicUrl}/games?tag=${encodeURIComponent(tag)}`,
    self: publicUrl + tagFeedPath(tag),
    author: name,
    siteUrl: publicUrl,
    entries,
  })
}
