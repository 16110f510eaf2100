import { COUNT_MAX } from '@nofiller/contract/catalog/browsing'
import { FEATURED, NEW_GAMES, UPDATED } from '@nofiller/contract/catalog/home-rules'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { PREPARED } from '../../platform/database/prepared-statements.ts'
import { type Audience, isLimited } from '../../platform/http/audience.ts'
import { gameCountFor } from '../search/facets.ts'
import { BEST_REVIEWED, RECENTLY_UPDATED } from '../search/list-games.ts'
import { LISTED } from '../visibility.ts'
import { withinLimits } from '../within-limits.ts'
import type { Candidates } from './arrange.ts'

/** How many of a list's first games are read to find some of different developers. */
const LOOKED_AT = 200
/** So many of them are candidates, and so many of one developer: other regions may take some. */
const CANDIDATES = 60
const OF_DEVELOPER = 6
/** The candidates of a category. */
const IN_SECTION = 24

type Counts = { onSale: number; updated: number; total: number }

/** What could stand on the home page of an audience, and how many games there are of each kind, in one query. */
export async function findCandidates(
  db: Database,
  audience: Audience,
): Promise<{ candidates: Candidates; counts: Counts }> {
  const first = (order: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    firstGames(audience, order, condition)
  const { rows } = await sql<{ candidates: Candidates; counts: Counts }>`${PREPARED}
    select json_build_object(
      'chosen', ${chosenGames(audience)},
      'popular', ${popularGames(audience)},
      'newGames', ${first(BEST_REVIEWED, IS_NEW)},
      'onSale', ${first(DISCOUNT, IS_ON_SALE)},
      'updated', ${first(RECENTLY_UPDATED, IS_UPDATED)},
      'sections', ${sectionGames(audience)}
    ) as candidates, json_build_object(
      'onSale', ${countOf(audience, IS_ON_SALE, sql`facet_word('sale', '1')`)},
      'updated', ${countNow(audience, IS_UPDATED)},
      'total', ${countOf(audience, sql`true`, sql`'=all/'`)}
    ) as counts`.execute(db)
  if (!rows[0]) throw new Error('a statement without a row')
  return rows[0]
}

/** Written as in the indexes `games_discount` and `games_newest`. */
const DISCOUNT = sql`coalesce(games.sale_percent, 0)`
const IS_ON_SALE = sql`coalesce(games.sale_percent, 0) > 0`
const IS_NEW = sql`games.published_at > now() - make_interval(days => ${sql.lit(NEW_GAMES.days)})`

const WEEK_BEGAN = sql`now() - make_interval(days => ${sql.lit(UPDATED.days)})`
/** A release was live for owners when the game moved up, and is not withdrawn. */
const IS_UPDATED = sql`${RECENTLY_UPDATED} > ${WEEK_BEGAN} and games.moved_up_at > ${WEEK_BEGAN} and exists (
  select from releases where game_id = games.id and live_at >= games.moved_up_at and withdrawn_at is null and summary <> '')`

/** Visible games within the choice and the limits of an audience. */
const isListed = ({ view, hidden }: Audience): RawBuilder<unknown> =>
  sql`${LISTED} and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`} and ${withinLimits(hidden)}`

/** Those that an admin chose for today. */
const chosenGames = (audience: Audience) => sql`(
  select ${listOf(sql`position`)} from featured_games join games on games.id = game_id
  where (now() at time zone 'UTC')::date between coalesce(from_on, '-infinity') and coalesce(until_on, 'infinity')
    and ${isListed(audience)})`

/** One of a developer. */
const popularGames = (audience: Audience) => sql`(
  select ${listOf(sql`popularity_cents desc, id desc`)} from (
    select * from (
      select id, developer_id, popularity_cents, row_number() over (
        partition by developer_id order by popularity_cents desc, id desc
      ) as nth from (
        select id, developer_id, popularity_cents from games where ${isListed(audience)}
        order by popularity_cents desc, id desc limit ${LOOKED_AT}
      ) as popular
    ) as games where nth = 1 order by popularity_cents desc, id desc limit ${FEATURED.popular}
  ) as games)`

/** The first games of an order, by its index. */
const firstGames = (audience: Audience, order: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
  select ${listOf(sql`place desc, id desc`)} from (
    select * from (
      select id, developer_id, place, row_number() over (partition by developer_id order by place desc, id desc) as nth from (
        select games.id, games.developer_id, ${order} as place from games where ${isListed(audience)} and ${condition}
        order by ${order} desc, games.id desc limit ${LOOKED_AT}
      ) as looked_at
    ) as games where nth <= ${OF_DEVELOPER} order by place desc, id desc limit ${CANDIDATES}
  ) as games)`

/** The newest games of each category with any, a first one of each developer before a second one. */
const sectionGames = (audience: Audience) => sql`(
  select coalesce(json_agg(json_build_object('name', section, 'count', count, 'games', games) order by place), '[]') from (
    select section, place, ${countOfSection(audience)} as count, (
      select ${listOf(sql`nth, published_at desc, id desc`)} from (
        select games.id, games.developer_id, games.published_at, row_number() over (
          partition by games.developer_id order by games.published_at desc, games.id desc
        ) as nth
        from (
          select game_id from game_sections
          where section = listed.section and ${isInSection(audience)}
          order by published_at desc, game_id desc limit ${IN_SECTION}
        ) as newest join games on games.id = newest.game_id
      ) as games
    ) as games
    from unnest(${sql.val([...SECTIONS])}::text[]) with ordinality as listed(section, place)
  ) as sections where json_array_length(games) > 0)`

const listOf = (order: RawBuilder<unknown>) =>
  sql`coalesce(json_agg(json_build_object('id', games.id, 'developerId', games.developer_id) order by ${order}), '[]')`

/** For a row of `game_sections`, whose index is still walked in its order. */
const isInSection = ({ view, hidden }: Audience) => sql`
  ${view === 'sfw' ? sql`game_sections.category = 'SFW'` : sql`true`}
  and ${hidden === null ? sql`true` : sql`(select ${withinLimits(hidden)} from games where games.id = game_sections.game_id)`}`

/** With limits or blocks games are counted now, up to `COUNT_MAX`; else their count is stored. */
const countOf = (audience: Audience, condition: RawBuilder<unknown>, facet: RawBuilder<unknown>) =>
  isLimited(audience) ? countNow(audience, condition) : storedCount(audience, facet)

const countOfSection = (audience: Audience) =>
  isLimited(audience)
    ? sql`(select count(*) from (
        select from game_sections where section = listed.section and ${isInSection(audience)} limit ${COUNT_MAX}) as counted)`
    : storedCount(audience, sql`facet_word('section', fold(listed.section))`)

const countNow = (audience: Audience, condition: RawBuilder<unknown>) => sql`(
  select count(*) from (select from games where ${isListed(audience)} and ${condition} limit ${COUNT_MAX}) as counted)`

const storedCount = ({ view }: Audience, facet: RawBuilder<unknown>) =>
  sql`coalesce((select ${gameCountFor(view)} from facet_counts where facet = ${facet}), 0)`
