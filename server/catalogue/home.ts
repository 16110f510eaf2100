import { COUNT_MAX } from '@nofiller/contract/browsing'
import type { GameCard, Home, HomeSection } from '@nofiller/contract/catalogue'
import type { ContentChoice } from '@nofiller/contract/content-choice'
import { CARDS_PER_SECTION, SECTIONS } from '@nofiller/contract/sections'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { PLANNED_ONCE } from '../platform/database/planned-once.ts'
import { type CardRow, toCard } from './card.ts'

/** A featured game is in no section. */
type HomeRow = CardRow & ({ section: null; count: null } | { section: string; count: number })

/**
 * The home page for who made this choice: the games that the admin chose, and the sections that hold games, each with its
 * newest four, in one query (document 1 §2).
 */
export async function home(db: Database, choice: ContentChoice): Promise<Home> {
  const listed = choice === 'sfw' ? sql`category = 'SFW'` : sql`true`
  const { rows } = await sql<HomeRow>`${PLANNED_ONCE}
    select chosen.section, chosen.count, games.id, games.slug, games.title, games.price_cents, games.is_free, games.category,
           games.tags, games.devices, games.card, games.published_at, developer.id as developer_id, developer.username, developer.display_name
    from (
      select null as section, null as count, 0 as place, position as rank, game_id from featured_games
      union all
      select wanted.section, counted.count, wanted.place, newest.rank, newest.game_id
      from unnest(${sql.val([...SECTIONS])}::text[]) with ordinality as wanted(section, place)
      cross join lateral (
        select count(*) from (select 1 from game_sections where section = wanted.section and ${listed} limit ${COUNT_MAX}) as bounded
      ) as counted(count)
      cross join lateral (
        select game_id, row_number() over (order by published_at desc, game_id desc) as rank from game_sections
        where section = wanted.section and ${listed} order by published_at desc, game_id desc limit ${CARDS_PER_SECTION}
      ) as newest
    ) as chosen
    join games on games.id = chosen.game_id
    join accounts as developer on developer.id = games.developer_id
    where games.status = 'published' and games.suspended_at is null and ${listed}
    order by chosen.place, chosen.rank`.execute(db)

  const featured: GameCard[] = []
  const sections = new Map<string, HomeSection>()
  for (const row of rows) {
    if (row.section === null) {
      featured.push(toCard(row))
      continue
    }
    const section = sections.get(row.section) ?? { name: row.section, count: row.count, games: [] }
    section.games.push(toCard(row))
    sections.set(row.section, section)
  }
  return { featured, sections: [...sections.values()] }
}
