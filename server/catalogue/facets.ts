import { COUNT_MAX, PRICE_CHOICES } from '@nofiller/contract/browsing'
import type { Facets } from '@nofiller/contract/catalogue'
import type { ContentChoice } from '@nofiller/contract/content-choice'
import { splitTags } from '@nofiller/contract/tag-list'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { queryFor } from './content-choice.ts'
import { type GamesFilter, isUnfiltered, matches, priceRange } from './filter.ts'
import { withSpelling } from './spelling.ts'

const TAGS_SHOWN = 30
/** Counting looks at so many games, so that it costs the same in a catalogue of any size. */
const GAMES_COUNTED = 4_000

/** The filters with one value, each with what a game has of it. */
const VALUES = {
  category: sql`array[category]`,
  device: sql`devices`,
  type: sql`array[project_type]`,
  stage: sql`array[stage]`,
  price: sql`array(select value from prices where price_cents between min and max)`,
}
type Single = keyof typeof VALUES
const SINGLES = Object.keys(VALUES) as Single[]

type Count = { kind: Single | 'tags'; value: string; count: number }

/**
 * How many games each further choice would leave for whom it is answered, beside the other filters. Without filters these
 * are the numbers that are kept with the games; with some they are counted among the first `GAMES_COUNTED` that are found.
 */
export async function gameFacets(
  db: Database,
  choice: ContentChoice,
  { category, ...others }: GamesFilter,
): Promise<Facets> {
  // Who sees SFW games only has no category to choose.
  const asked = choice === 'sfw' ? others : { ...others, category }
  return withSpelling(db, asked, isEmpty, async (spelt) => {
    const { rows } = await (isUnfiltered(spelt) ? keptCounts(choice) : countsOf(choice, spelt)).execute(db)
    const counts = (kind: Count['kind']) =>
      rows.filter((row) => row.kind === kind).map(({ value, count }) => ({ value, count }))
    return {
      tags: counts('tags'),
      category: counts('category'),
      device: counts('device'),
      type: counts('type'),
      stage: counts('stage'),
      price: counts('price'),
    }
  })
}

const isEmpty = (facets: Facets): boolean => Object.values(facets).every((values) => values.length === 0)

/** One statement: the games that are found, and for each chosen filter those that are found without it. */
function countsOf(choice: ContentChoice, filter: GamesFilter): RawBuilder<Count> {
  const some = (wanted: GamesFilter) => gamesFor(queryFor(choice, wanted))
  const chosen = SINGLES.filter((kind) => filter[kind] !== undefined)
  const found = [
    sql`found as materialized (${some(filter)})`,
    ...chosen.map(
      (kind) =>
        sql`${sql.ref(`without_${kind}`)} as materialized (${some({ ...filter, [kind]: undefined })})`,
    ),
  ]
  const counted = SINGLES.map((kind) => {
    const games = sql.ref(filter[kind] === undefined ? 'found' : `without_${kind}`)
    return sql`(select ${sql.lit(kind)} as kind, value, count(*) from ${games} cross join unnest(${VALUES[kind]}) as value
      group by value order by 3 desc, 2)`
  })
  return sql<Count>`
    with prices as (${prices}), ${sql.join(found)}
    select kind, value, least(count, ${COUNT_MAX}) as count from (
      ${sql.join([tagCounts(filter), ...counted], sql` union all `)}
    ) as facets`
}

const gamesFor = (filter: GamesFilter) => sql`
  select tags, devices, category, project_type, stage, price_cents from games where ${matches(filter)} limit ${GAMES_COUNTED}`

const tagCounts = (filter: GamesFilter) => sql`
  (select 'tags' as kind, min(tag) as value, count(*) from found cross join unnest(tags) as tag
   where lower(tag) <> all (${splitTags(filter.tag).map((tag) => tag.toLowerCase())}::text[])
   group by lower(tag) order by 3 desc, 2 limit ${TAGS_SHOWN})`

const prices = sql`
  select * from (values ${sql.join(
    PRICE_CHOICES.map((value) => {
      const { min, max } = priceRange(value)
      return sql`(${value}::text, ${min}::integer, ${max}::integer)`
    }),
  )}) as choices (value, min, max)`

/** The column of `facet_counts` that counts the games which are shown to who made this choice. */
export const keptFor = (choice: ContentChoice): RawBuilder<number> =>
  sql.ref(choice === 'sfw' ? 'facet_counts.sfw_games' : 'facet_counts.games')

const keptCounts = (choice: ContentChoice): RawBuilder<Count> => sql<Count>`
  with prices as (${prices}), kept as (
    (select 'tags' as kind, label as value, ${keptFor(choice)} as games from facet_counts
     where facet like '=tag/%' and ${keptFor(choice)} > 0 order by ${keptFor(choice)} desc, facet limit ${TAGS_SHOWN})
    union all
    select split_part(facet, '/', 1), label, ${keptFor(choice)} from facet_counts
    where facet like any (array['=category/%', '=device/%', '=type/%', '=stage/%'])
    union all
    select 'price', value, (select sum(${keptFor(choice)}) from facet_counts where facet = any (
      array(select '=price/' || step from generate_series(price_step(min), price_step(max)) as step)))
    from prices
  )
  select ltrim(kind, '=') as kind, value, least(games, ${COUNT_MAX})::integer as count from kept
  where games > 0 order by games desc, value`
