import { COUNT_MAX } from '@nofiller/contract/catalog/browsing'
import type { GameCard, Home, HomeSection } from '@nofiller/contract/catalog/catalog'
import { CARDS_PER_SECTION, SECTIONS } from '@nofiller/contract/catalog/sections'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-statements.ts'
import { type Audience, type Hidden, isLimited } from '../platform/http/audience.ts'
import { CARD_COLUMNS, type CardRow, toCard } from './card.ts'
import { gameCountFor } from './search/facets.ts'
import { VISIBLE } from './search/filter.ts'
import { withinLimits } from './within-limits.ts'

/** Stands among the sections in the answer of the database. */
const ON_SALE = 'On sale'
/** How many of a section's newest games are read to find four of different developers. */
const LOOKED_AT = 24

/** A featured game is in no section. */
type HomeRow = CardRow & ({ section: null; count: null } | { section: string; count: number })

/**
 * The home page for an audience: the games that the admin chose, and the sections that hold games, each with its
 * newest four, in one query (requirements 4.2). Of a developer with many new games others come in between.
 */
export async function home(db: Database, audience: Audience): Promise<Home> {
  const { view, hidden } = audience
  const listed = view === 'sfw' ? sql`category = 'SFW'` : sql`true`
  const { rows } = await sql<HomeRow>`${PREPARED}
    select chosen.section, chosen.count, ${CARD_COLUMNS}
    from (
      select null as section, null as count, 0 as place, position as rank, game_id from featured_games
      union all
      select ${ON_SALE}, (${countOnSale(audience, listed)}), 0, row_number() over (order by percent desc, game_id desc), game_id
      from (
        select id as game_id, coalesce(sale_percent, 0) as percent from games where ${isOnSale(audience, listed)}
        order by coalesce(sale_percent, 0) desc, id desc limit ${CARDS_PER_SECTION}
      ) as reduced
      union all
      select listed_section.section, counted.count, listed_section.place, newest.rank, newest.game_id
      from unnest(${sql.val([...SECTIONS])}::text[]) with ordinality as listed_section(section, place)
      cross join lateral (
        ${countOf(audience, listed)}
      ) as counted(count)
      cross join lateral (
        select game_id, row_number() over (order by nth, published_at desc, game_id desc) as rank from (
          select game_id, newest.published_at, row_number() over (
            partition by developer_id order by newest.published_at desc, game_id desc
          ) as nth
          from (
            select game_id, published_at from game_sections
            where section = listed_section.section and ${listed} and ${sectionGameWithin(hidden)} order by published_at desc, game_id desc limit ${LOOKED_AT}
          ) as newest join games on games.id = game_id
        ) as by_developer order by nth, published_at desc, game_id desc limit ${CARDS_PER_SECTION}
      ) as newest
    ) as chosen
    join games on games.id = chosen.game_id
    join accounts as developer on developer.id = games.developer_id
    where games.status = 'published' and games.suspended_at is null and ${listed} and ${withinLimits(hidden)}
    order by chosen.place, chosen.rank`.execute(db)

  const featured: GameCard[] = []
  const sections = new Map<string, HomeSection>()
  for (const row of rows) {
    if (row.section === null) {
      featured.push(toCard(row, view))
      continue
    }
    const section = sections.get(row.section) ?? { name: row.section, count: row.count, games: [] }
    section.games.push(toCard(row, view))
    sections.set(row.section, section)
  }
  const onSale = sections.get(ON_SALE) ?? null
  sections.delete(ON_SALE)
  return { featured, onSale, sections: [...sections.values()] }
}

/** How many games a section has; with limits or blocks they are counted now, up to `COUNT_MAX`. */
const countOf = (audience: Audience, listed: RawBuilder<unknown>) =>
  isLimited(audience)
    ? sql`select count(*)::integer from (
        select from game_sections
        where section = listed_section.section and ${listed} and ${sectionGameWithin(audience.hidden)} limit ${COUNT_MAX}
      ) as shown`
    : sql`select ${gameCountFor(audience.view)} from facet_counts where facet = facet_word('section', fold(listed_section.section))`

/** Games with a running sale, by the index of the biggest discount. */
const isOnSale = ({ hidden }: Audience, listed: RawBuilder<unknown>) =>
  sql`${VISIBLE} and coalesce(sale_percent, 0) > 0 and ${listed} and ${withinLimits(hidden)}`

const countOnSale = (audience: Audience, listed: RawBuilder<unknown>) =>
  isLimited(audience)
    ? sql`select count(*)::integer from (select from games where ${isOnSale(audience, listed)} limit ${COUNT_MAX}) as shown`
    : sql`select ${gameCountFor(audience.view)} from facet_counts where facet = facet_word('sale', '1')`

/** The limits of an audience for a row of `game_sections`, whose index is still walked in its order. */
const sectionGameWithin = (hidden: Hidden | null) =>
  hidden === null
    ? sql`true`
    : sql`(select ${withinLimits(hidden)} from games where games.id = game_sections.game_id)`
