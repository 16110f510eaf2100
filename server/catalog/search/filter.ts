import { splitTags } from '@nofiller/contract/authoring/tag-list'
import type { FacetsQuery } from '@nofiller/contract/catalog/catalog'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { type RawBuilder, sql } from 'kysely'
import type { Hidden } from '../../platform/http/audience.ts'
import { LISTED } from '../visibility.ts'
import { withinLimits } from '../within-limits.ts'

/** The filter of `GET /api/games`, and what hides games from the viewer; absent when nothing does. */
export type GamesFilter = FacetsQuery & { hidden?: Hidden | undefined }

/** The words as a tsquery, by `words_query` of migration 0011. */
export const ANYWHERE = { form: "'%s':*", joined: ' & ' }
const IN_TITLE = { form: "'^%s':*", joined: ' & ' }
const ANY_IN_TITLE = { form: "'^%s':*", joined: ' | ' }
/** A, B and C are the weights of title, tags and developer; D, that of the description, is left out. */
const ANY_BY_NAME = { form: "'%s':ABC*", joined: ' | ' }
const ANY_BEGINNING = { form: "'%s':*", joined: ' | ' }
const ANY_WORD = { form: "'%s'", joined: ' | ' }

const HIGHEST_PRICE_CENTS = 1_000_000

/** Whether a filter lets every visible game through. */
export const isUnfiltered = (filter: GamesFilter): boolean => Object.values(filter).every((value) => !value)

/** A game's current price, written exactly as in the index of the sort. */
export const PRICE_NOW = sql<number>`coalesce(games.sale_price_cents, games.price_cents)`

/** Visible games by words and filters, as one condition for the index `games_search`. */
export const matches = (filter: GamesFilter): RawBuilder<boolean> => condition(filter, ANYWHERE)

/** The same with every word in the title. */
export const matchesInTitle = (filter: GamesFilter): RawBuilder<boolean> => condition(filter, IN_TITLE)

/** The same with a title that equals the search. */
export const matchesTitle = ({ q = '', ...filter }: GamesFilter): RawBuilder<boolean> =>
  sql`${matches(filter)} and ${isTitle(q)}`

/** Visible games by a filter that have any of its words in the title. */
export const matchesAnyInTitle = (filter: GamesFilter): RawBuilder<boolean> => condition(filter, ANY_IN_TITLE)

/** The same with any of the words in title, tags or developer. */
export const matchesAnyByName = (filter: GamesFilter): RawBuilder<boolean> => condition(filter, ANY_BY_NAME)

/** How well a game's words match: title over tags over developer over description, full words over prefixes, the full title over all. */
export const rankOf = (q: string): RawBuilder<number> =>
  sql`(ts_rank(games.search, ${wordsQuery(q, ANY_BEGINNING)}) + ts_rank(games.search, ${wordsQuery(q, ANY_WORD)}) / 4 + (${isTitle(q)})::int)::real`

const isTitle = (q: string) => sql<boolean>`games.search @@ title_query(${q}::text)`

const condition = (filter: GamesFilter, words: typeof ANYWHERE) =>
  conditions([
    LISTED,
    ...contains(indexQuery(filter, words)),
    ...facetsOf(filter).map(({ holds }) => holds),
    ...limitsOf(filter),
  ])

/** The same as `matches`, as a filter while walking a sort's index. */
export const isMatch = (filter: GamesFilter): RawBuilder<boolean> =>
  conditions([
    LISTED,
    ...contains(all([...included(filter, ANYWHERE), ...excluded(filter)])),
    ...facetsOf(filter).map(({ holds }) => holds),
    ...limitsOf(filter),
  ])

const limitsOf = ({ hidden }: GamesFilter) => (hidden ? [withinLimits(hidden)] : [])

const conditions = (all: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(all, sql` and `)})`

const contains = (query: RawBuilder<unknown> | null) =>
  query === null ? [] : [sql<boolean>`games.search @@ ${query}`]

/**
 * The search as one tsquery; every text is a parameter that the functions of migration 0011 quote. Beside words
 * or tags, it only contains selective facets, which are determined once: "select" prevents that from being done
 * for each game.
 */
function indexQuery(filter: GamesFilter, words: typeof ANYWHERE): RawBuilder<unknown> | null {
  const narrow = included(filter, words)
  const facets = facetsOf(filter)
  if (narrow.length === 0)
    return all([...excluded(filter), ...facets.map(({ words }) => sql`any_of(${words})`)])
  if (facets.length === 0) return all([...narrow, ...excluded(filter)])
  const query = facets.reduce(
    (query, { words }) => sql`narrowed(${query}, ${words})`,
    sql`${all([...narrow, ...excluded(filter)])}`,
  )
  return sql`(select ${query})`
}

const included = (filter: GamesFilter, words: typeof ANYWHERE) => [
  ...(filter.q ? [wordsQuery(filter.q, words)] : []),
  ...splitTags(filter.tag).map(tagQuery),
]

const excluded = (filter: GamesFilter) => splitTags(filter.exclude).map((tag) => sql`!!${tagQuery(tag)}`)

const all = (queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | null =>
  queries.length === 0 ? null : sql`(${sql.join(queries, sql` && `)})`

type Facet = {
  /** The words of the index that a game has one of. */
  words: RawBuilder<string[]>
  /** The same, of a game that is found. */
  holds: RawBuilder<boolean>
}

/** The filters with one value. */
function facetsOf({ category, device, type, stage, price, sale }: GamesFilter): Facet[] {
  const facet = (kind: string, value: string | undefined, holds: RawBuilder<boolean>) =>
    value === undefined
      ? []
      : [{ words: sql<string[]>`array[facet_word(${kind}::text, ${value}::text)]`, holds }]
  return [
    ...facet('category', category, sql`games.category = ${category}`),
    ...facet('device', device, sql`games.devices @> array[${device}::text]`),
    ...facet('type', type, sql`games.project_type = ${type}`),
    ...facet('stage', stage, sql`games.stage = ${stage}`),
    ...facet('sale', sale, sql`games.sale_price_cents is not null`),
    ...(price === undefined ? [] : [priceFacet(priceRange(price))]),
  ]
}

const priceFacet = ({ min, max }: { min: number; max: number }): Facet => ({
  words: sql`price_words(${min}::integer, ${max}::integer)`,
  holds: sql`${PRICE_NOW} between ${min} and ${max}`,
})

/** The text-search query for typed words; `form` says how each matches, `joined` whether all must. */
export const wordsQuery = (q: string, { form, joined }: typeof ANYWHERE) =>
  sql`words_query(${q}::text, ${form}::text, ${joined}::text)`

/** A section means what `sectionsOf` says; any other tag means itself, whatever its case and accents. */
function tagQuery(tag: string): RawBuilder<unknown> {
  const isSection = SECTIONS.some((name) => name.toLowerCase() === tag.toLowerCase())
  return sql`facet_query(${isSection ? 'section' : 'tag'}::text, fold(${tag}::text))`
}

/** In cents. */
export function priceRange(price: string): { min: number; max: number } {
  if (price === 'free') return { min: 0, max: 0 }
  if (price === 'paid') return { min: 1, max: HIGHEST_PRICE_CENTS }
  const [min, max] = price.split('-')
  return {
    min: Math.round(Number(min || 0) * 100),
    max: max ? Math.round(Number(max) * 100) : HIGHEST_PRICE_CENTS,
  }
}
