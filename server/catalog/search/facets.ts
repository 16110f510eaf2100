import { splitTags } from '@nofiller/contract/authoring/tag-list'
import { COUNT_MAX, PRICE_CHOICES } from '@nofiller/contract/catalog/browsing'
import type { Facets, FacetsQuery } from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Audience, Hidden } from '../../platform/http/audience.ts'
import { withinLimits } from '../within-limits.ts'
import { type GamesFilter, isUnfiltered, matches, PRICE_NOW, priceRange } from './filter.ts'
import { withSpelling } from './spelling.ts'

const TAGS_SHOWN = 30
/** Beside other filters facets are counted among at most this many games, so that the cost does not grow with the catalog. */
const GAMES_COUNTED = 4_000
/** With limits alone among so many, which costs about the same. */
const GAMES_COUNTED_WITHIN_LIMITS = 10_000

/** The filters with one value, each with what a game has of it. */
const VALUES = {
  category: sql`array[category]`,
  device: sql`devices`,
  type: sql`array[project_type]`,
  stage: sql`array[stage]`,
  price: sql`array(select value from prices where price_now between min and max)`,
  sale: sql`array(select '1' where sale_price_cents is not null)`,
}
type Single = keyof typeof VALUES
const SINGLES = Object.keys(VALUES) as Single[]

type Count = { kind: Single | 'tags'; value: string; count: number }

/**
 * How many games each further choice would leave for whom it is answered, beside the other filters. Without filters these
 * are the numbers that are stored with the games, with limits alone the same numbers counted now among the first
 * `GAMES_COUNTED_WITHIN_LIMITS`; with filters they are counted among the first `GAMES_COUNTED` that are found.
 */
export async function gameFacets(
  db: Database,
  { view, hidden }: Audience,
  { category, ...others }: FacetsQuery,
): Promise<Facets> {
  // Who sees SFW games only has no category to choose.
  const asked: GamesFilter = {
    ...others,
    ...(view !== 'sfw' && { category }),
    ...(hidden && { hidden }),
  }
  return withSpelling(db, asked, isEmpty, async (spelt) => {
    const { hidden: _, ...filters } = spelt
    const { rows } = await (isUnfiltered(filters)
      ? allCounts({ view, hidden })
      : countsOf(view, spelt)
    ).execute(db)
    const counts = (kind: Count['kind']) =>
      rows.filter((row) => row.kind === kind).map(({ value, count }) => ({ value, count }))
    return {
      tags: counts('tags').slice(0, TAGS_SHOWN),
      category: counts('category'),
      device: counts('device'),
      type: counts('type'),
      stage: counts('stage'),
      price: counts('price'),
      sale: counts('sale'),
    }
  })
}

const isEmpty = (facets: Facets): boolean => Object.values(facets).every((values) => values.length === 0)

/** One statement: the games that are found, and for each chosen filter those that are found without it. */
function countsOf(view: ContentView, filter: GamesFilter): RawBuilder<Count> {
  const some = (query: GamesFilter) => gamesFor(view === 'sfw' ? { ...query, category: 'SFW' } : query)
  const chosen = SINGLES.filter((kind) => filter[kind] !== undefined)
  const matches = [
    sql`matching as materialized (${some(filter)})`,
    ...chosen.map(
      (kind) =>
        sql`${sql.ref(`without_${kind}`)} as materialized (${some({ ...filter, [kind]: undefined })})`,
    ),
  ]
  const counted = SINGLES.map((kind) => {
    const games = sql.ref(filter[kind] === undefined ? 'matching' : `without_${kind}`)
    return sql`(select ${sql.lit(kind)} as kind, value, count(*) from ${games} cross join unnest(${VALUES[kind]}) as value
      group by value order by 3 desc, 2)`
  })
  return sql<Count>`
    with prices as (${prices}), ${sql.join(matches)}
    select kind, value, least(count, ${COUNT_MAX}) as count from (
      ${sql.join([tagCounts(filter), ...counted], sql` union all `)}
    ) as facets`
}

const gamesFor = (filter: GamesFilter) => sql`
  select tags, devices, category, project_type, stage, sale_price_cents, ${PRICE_NOW} as price_now from games where ${matches(filter)} limit ${GAMES_COUNTED}`

/**
 * Tags as the list uses them (`tagQuery`): ignoring case and accents, each once per game; the name of a section is written
 * for every tag that contains it.
 */
const tagCounts = (filter: GamesFilter) => sql`
  (select 'tags' as kind, coalesce(min(label), word) as value, count(*) from matching cross join lateral (
     select fold(tag) as word, min(tag) as label from unnest(tags) as tag
     where fold(tag) <> all (${SECTION_WORDS}) group by 1
     union all
     select section, (select min(tag) from unnest(tags) as tag where fold(tag) = section) from unnest(${SECTION_WORDS}) as section
     where strpos(lower(array_to_string(tags, chr(10))), section) > 0
   ) as words
   where word <> all (array(select fold(tag) from unnest(${splitTags(filter.tag)}::text[]) as tag))
   group by word order by 3 desc, 2 limit ${TAGS_SHOWN})`

const prices = sql`
  select * from (values ${sql.join(
    PRICE_CHOICES.map((value) => {
      const { min, max } = priceRange(value)
      return sql`(${value}::text, ${min}::integer, ${max}::integer)`
    }),
  )}) as choices (value, min, max)`

/** The column of `facet_counts` that counts the games which are shown to who made this choice. */
export const gameCountFor = (view: ContentView): RawBuilder<number> =>
  sql.ref(view === 'sfw' ? 'facet_counts.sfw_games' : 'facet_counts.games')

/** Whether a tag of `facet_counts` is of any game that an audience's limits leave. */
export const isTagShown = ({ view, hidden }: Audience): RawBuilder<boolean> =>
  hidden === null
    ? sql`true`
    : sql`exists (
        select from game_tags join games on games.id = game_tags.game_id
        where game_tags.tag = fold(facet_counts.label) and ${withinLimits(hidden)}
          and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`}
      )`

/** The counts of the catalog without filters. */
const allCounts = ({ view, hidden }: Audience): RawBuilder<Count> => sql<Count>`
  with prices as (${prices}), ${hidden ? countedWithin(view, hidden) : sql``} stored as (
    (select 'tags' as kind, label as value, ${gameCountFor(view)} as games from facet_counts
     where facet like '=tag/%' and ${gameCountFor(view)} > 0
       and facet <> all (array(select facet_word('tag', section) from unnest(${SECTION_WORDS}) as section))
     order by ${gameCountFor(view)} desc, facet limit ${TAGS_SHOWN})
    union all
    select 'tags', coalesce(tag.label, section), ${gameCountFor(view)} from unnest(${SECTION_WORDS}) as section
    join facet_counts on facet_counts.facet = facet_word('section', section)
    left join facet_counts as tag on tag.facet = facet_word('tag', section)
    union all
    select split_part(facet, '/', 1), label, ${gameCountFor(view)} from facet_counts
    where facet like any (array['=category/%', '=device/%', '=type/%', '=stage/%', '=sale/%'])
    union all
    select 'price', value, (select sum(${gameCountFor(view)}) from facet_counts where facet = any (
      array(select '=price/' || step from generate_series(price_step(min), price_step(max)) as step)))
    from prices
  )
  select ltrim(kind, '=') as kind, value, least(games, ${COUNT_MAX})::integer as count from stored
  where games > 0 order by games desc, value`

/**
 * Takes the place of the stored counts: the same of the games that limits leave, by the words of the filters in their vectors.
 */
const countedWithin = (view: ContentView, hidden: Hidden) => sql`
  facet_counts as materialized (
    select facet, label, counted.games, counted.games as sfw_games from (
      select word, count(*) as games from (
        select search from games
        where ${matches({ hidden, ...(view === 'sfw' && { category: 'SFW' }) })} limit ${sql.lit(GAMES_COUNTED_WITHIN_LIMITS)}
      ) as matching cross join unnest(tsvector_to_array(search)) as word
      where starts_with(word, '=') group by word
    ) as counted join facet_counts on facet = word
  ),`

/** The names of the sections, as they are compared. */
const SECTION_WORDS = sql`${sql.val(SECTIONS.map((section) => section.toLowerCase()))}::text[]`
