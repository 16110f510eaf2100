import type { FeaturedCard, GameCard, Home, Picture, UpdatedCard } from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { PREPARED } from '../../platform/database/prepared-statements.ts'
import type { Audience } from '../../platform/http/audience.ts'
import { CARD_COLUMNS, type CardRow, toCard } from '../card.ts'
import { pictureFor } from '../content-choice.ts'
import { descriptionStart, summaryOfStart } from '../summary.ts'
import { LISTED } from '../visibility.ts'
import { type Arranged, arrangeHome } from './arrange.ts'
import { findCandidates } from './candidates.ts'

const DAY_MS = 86_400_000
const SUMMARY_MAX = 160

/**
 * The home page for an audience: what an admin chose, what is new, on sale and updated, and the categories that hold games
 * (requirements 4.2). Each game above the categories stands there once.
 * @param now says which popular games fill free places
 */
export async function home(db: Database, audience: Audience, now: Date): Promise<Home> {
  const { candidates, counts } = await findCandidates(db, audience)
  const arranged = arrangeHome(candidates, Math.floor(now.getTime() / DAY_MS))
  const rows = await readGames(db, arranged)
  const cards = new Map(rows.map((row) => [row.id, toCard(row, audience.view)]))
  const cardsOf = (ids: readonly string[]): GameCard[] => ids.flatMap((id) => cards.get(id) ?? [])
  return {
    featured: rowsOf(rows, arranged.featured).map((row) => toFeatured(row, audience.view)),
    newGames: cardsOf(arranged.newGames),
    onSale: { count: counts.onSale, games: cardsOf(arranged.onSale) },
    updated: {
      count: counts.updated,
      games: rowsOf(rows, arranged.updated).flatMap((row) =>
        row.release === null ? [] : [{ ...toCard(row, audience.view), release: row.release }],
      ),
    },
    sections: arranged.sections.map((section) => ({ ...section, games: cardsOf(section.games) })),
    total: counts.total,
  }
}

type FeaturedRow = CardRow & { cover: Picture | null; description: string | null }

/** A card with the large picture, and the start of the description. */
export const toFeatured = (row: FeaturedRow, view: ContentView): FeaturedCard => ({
  ...toCard(row, view),
  coverPicture: pictureFor(view, row.category, row.cover ?? row.card),
  summary: summaryOfStart(row.description ?? '', SUMMARY_MAX),
})

type HomeRow = FeaturedRow & {
  release: UpdatedCard['release'] | null
}

const rowsOf = (rows: readonly HomeRow[], ids: readonly string[]): HomeRow[] =>
  ids.flatMap((id) => rows.filter((row) => row.id === id))

/** The games of the page, each once; a game that is no longer public by now is missing. */
async function readGames(db: Database, { featured, sections, ...regions }: Arranged): Promise<HomeRow[]> {
  const ids = new Set([
    ...featured,
    ...Object.values(regions).flat(),
    ...sections.flatMap(({ games }) => games),
  ])
  const isOneOf = (list: readonly string[]) => sql`games.id = any(${sql.val([...list])}::uuid[])`
  const { rows } = await sql<HomeRow>`${PREPARED}
    select ${CARD_COLUMNS}, featured.cover, featured.description, updated.release
    from games
    join accounts as developer on developer.id = games.developer_id
    left join lateral (select games.cover, ${descriptionStart} as description) as featured on ${isOneOf(featured)}
    left join lateral (
      select json_build_object('label', label, 'summary', summary, 'releasedAt', live_at) as release
      from releases where game_id = games.id and live_at >= games.moved_up_at and withdrawn_at is null and summary <> ''
      order by live_at desc, id desc limit 1
    ) as updated on ${isOneOf(regions.updated)}
    where ${isOneOf([...ids])} and ${LISTED}`.execute(db)
  return rows
}
