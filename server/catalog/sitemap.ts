import { gamePath } from '@nofiller/contract/catalog/paths'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { LISTED } from './visibility.ts'

export const SITEMAP_PARTS = ['games', 'developers'] as const
export type SitemapPart = (typeof SITEMAP_PARTS)[number]
/** A page of the site; `path` begins with a slash, `changedAt` is when it last had something new. */
export type SitemapEntry = { path: string; changedAt?: Date }

/** The format allows 50,000. */
const ENTRIES_MAX = 10_000

// Each is served by an index of its own, which holds no others: games_in_sitemap, accounts_sitemap.
const LISTED_GAMES = sql`games where ${LISTED}`
const DEVELOPERS = sql`accounts where role <> 'player' and suspended_at is null and deletion_at is null`

/** Where the pages of each part begin: the ids that `sitemapPage` goes on from. One query over two indexes. */
export async function sitemapPages(
  db: Database,
  entriesMax: number = ENTRIES_MAX,
): Promise<{ part: SitemapPart; from: string }[]> {
  const pagesOf = (part: SitemapPart, rows: RawBuilder<unknown>) => sql`
    select ${part} as part, id as "from"
    from (select id, row_number() over (order by id) as number from ${rows}) as numbered
    where (number - 1) % ${entriesMax} = 0`
  const { rows } = await sql<{ part: SitemapPart; from: string }>`
    select * from (${pagesOf('games', LISTED_GAMES)} union all ${pagesOf('developers', DEVELOPERS)}) as pages
    order by part, "from"`.execute(db)
  return rows
}

/** One page of a part, from an id on. */
export async function sitemapPage(
  db: Database,
  part: SitemapPart,
  from: string,
  entriesMax: number = ENTRIES_MAX,
): Promise<SitemapEntry[]> {
  return part === 'games' ? gameEntries(db, from, entriesMax) : developerEntries(db, from, entriesMax)
}

/**
 * When the newest release of a game that stands went live, by the index `releases_live`. A price or a corrected word is
 * nothing that a search engine should come back for.
 */
const NEWEST_RELEASE = sql`(
  select live_at from releases
  where game_id = games.id and live_at is not null and withdrawn_at is null order by live_at desc limit 1)`

/** Listed games, and when they were published or had their newest release, whichever came last. */
async function gameEntries(db: Database, from: string, entriesMax: number): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ slug: string; changedAt: Date }>`
    select slug, greatest(published_at, ${NEWEST_RELEASE}) as "changedAt"
    from ${LISTED_GAMES} and id >= ${from} order by id limit ${entriesMax}`.execute(db)
  return rows.map(({ slug, changedAt }) => ({ path: gamePath(slug), changedAt }))
}

/** Developers with at least one listed game, and when the latest came. */
async function developerEntries(db: Database, from: string, entriesMax: number): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
  select '/dev/' || developer.id as path, latest.published_at as "changedAt"
  from (select id from ${DEVELOPERS} and id >= ${from} order by id limit ${entriesMax}) as developer
  cross join lateral (
    select published_at from ${LISTED_GAMES} and developer_id = developer.id order by created_at desc limit 1
  ) as latest
  order by developer.id`.execute(db)
  return rows
}
