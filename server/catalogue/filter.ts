import type { FacetsQuery } from '@nofiller/contract/catalogue'
import { SECTIONS } from '@nofiller/contract/sections'
import { splitTags } from '@nofiller/contract/tag-list'
import { type RawBuilder, sql } from 'kysely'

/** What is asked of games. */
export type GamesFilter = FacetsQuery

/** How words are looked for: `words_query` of migration 0011 puts each into its form. */
const ANYWHERE = { form: "'%s':*", joined: ' & ' }
const IN_TITLE = { form: "'^%s':*", joined: ' & ' }
const ANY_BEGINNING = { form: "'%s':*", joined: ' | ' }
const ANY_WORD = { form: "'%s'", joined: ' | ' }

const HIGHEST_PRICE_CENTS = 1_000_000

export const isUnfiltered = (filter: GamesFilter): boolean => Object.values(filter).every((value) => !value)

/** Whether visitors may see a game. The words of the sorts' indexes, so that these are used. */
export const VISIBLE = sql<boolean>`games.status = 'published' and games.suspended_at is null`

/** Visible games by words and filters, as one condition for the index `games_search`. */
export const matches = (filter: GamesFilter): RawBuilder<boolean> => condition(filter, ANYWHERE)

/** The same with every word in the title. */
export const matchesInTitle = (filter: GamesFilter): RawBuilder<boolean> => condition(filter, IN_TITLE)

/** The same with a title that is what was searched for. */
export const matchesTitle = ({ q = '', ...filter }: GamesFilter): RawBuilder<boolean> =>
  sql`${matches(filter)} and ${isTitle(q)}`

/** How well a game's words fit: title over tags over developer over description, whole words over beginnings, the whole title over all. */
export const rankOf = (q: string): RawBuilder<number> =>
  sql`(ts_rank(games.search, ${wordsQuery(q, ANY_BEGINNING)}) + ts_rank(games.search, ${wordsQuery(q, ANY_WORD)}) / 4 + (${isTitle(q)})::int)::real`

const isTitle = (q: string) => sql<boolean>`games.search @@ title_query(${q}::text)`

function condition(filter: GamesFilter, words: typeof ANYWHERE): RawBuilder<boolean> {
  const query = searchQuery(filter, words)
  const price = filter.price === undefined ? null : priceRange(filter.price)
  const conditions = [
    VISIBLE,
    ...(query === null ? [] : [sql`games.search @@ ${query}`]),
    ...(price === null ? [] : [sql`games.price_cents between ${price.min} and ${price.max}`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Words and filters as one tsquery; every text is a parameter that the functions of migration 0011 quote. */
function searchQuery(filter: GamesFilter, words: typeof ANYWHERE): RawBuilder<unknown> | null {
  const price = filter.price === undefined ? null : priceRange(filter.price)
  const parts = [
    ...(filter.q ? [wordsQuery(filter.q, words)] : []),
    ...splitTags(filter.tag).map(tagQuery),
    ...splitTags(filter.exclude).map((tag) => sql`!!${tagQuery(tag)}`),
    ...facet('category', filter.category),
    ...facet('device', filter.device),
    ...facet('type', filter.type),
    ...facet('stage', filter.stage),
    ...(price === null ? [] : [sql`price_query(${price.min}::integer, ${price.max}::integer)`]),
  ]
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql` && `)})`
}

const wordsQuery = (q: string, { form, joined }: typeof ANYWHERE) =>
  sql`words_query(${q}::text, ${form}::text, ${joined}::text)`

/** A section means what `sectionsOf` says; any other tag means itself, whatever its case and accents. */
function tagQuery(tag: string): RawBuilder<unknown> {
  const isSection = SECTIONS.some((name) => name.toLowerCase() === tag.toLowerCase())
  return sql`facet_query(${isSection ? 'section' : 'tag'}::text, fold(${tag}::text))`
}

const facet = (kind: string, value: string | undefined) =>
  value === undefined ? [] : [sql`facet_query(${kind}::text, ${value}::text)`]

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
