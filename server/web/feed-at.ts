import type { JournalName } from '@nofiller/contract/content/information'
import type { Config } from '../config.ts'
import { journalFeed } from '../content/feed.ts'
import { readJournal } from '../content/pages.ts'
import { gameFeed } from '../feeds/game-feed.ts'
import { developerFeed, gamesFeed, tagFeed } from '../feeds/games-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import type { Rendered } from './page-cache.ts'

type Site = { name: string; publicUrl: string }
type Source = (db: Database, site: Site, name: string, audience: Audience) => Promise<string | null>

/** Feeds by their addresses. The browser's router does not know them: each route is a part of every first page. */
const FEEDS: readonly [RegExp, Source][] = [
  [/^\/games\/feed\.xml$/, (db, site, _name, audience) => gamesFeed(db, site, audience)],
  [/^\/game\/([^/]+)\/feed\.atom$/, gameFeed],
  [/^\/dev\/([^/]+)\/feed\.atom$/, developerFeed],
  [/^\/tag\/([^/]+)\/feed\.atom$/, tagFeed],
]
const JOURNALS = new Map<string, JournalName>([
  ['/devlog.atom', 'devlog'],
  ['/patch-notes.atom', 'patch-notes'],
])

/** The feed at a path, for an audience: 404 where there is nothing; null where a path is that of a page. */
export async function feedAt(
  db: Database,
  config: Config,
  path: string,
  audience: Audience,
): Promise<Rendered | null> {
  const site = { name: config.STORE_NAME, publicUrl: config.publicUrl }
  const journal = JOURNALS.get(path)
  if (journal) return toRendered(journalFeed(await readJournal(config, journal), site))
  for (const [pattern, read] of FEEDS) {
    const found = pattern.exec(path)
    if (!found) continue
    const xml = await read(db, site, found[1] ?? '', audience)
    return xml === null ? NOTHING : toRendered(xml)
  }
  return null
}

const NOTHING: Rendered = {
  status: 404,
  type: 'text/plain; charset=utf-8',
  body: Buffer.from('There is no such feed.'),
  nonce: null,
}

const toRendered = (xml: string): Rendered => ({
  status: 200,
  type: 'application/atom+xml; charset=utf-8',
  body: Buffer.from(xml),
  nonce: null,
  lastModified: changedAt(xml),
})

/** The feed's own time, which is that of its newest entry. */
const changedAt = (xml: string): string => new Date(/<updated>([^<]+)/.exec(xml)?.[1] ?? 0).toUTCString()
