import { TOTAL_MAX } from '@nofiller/contract/catalog/browsing'
import type { CatalogSort, GameCard, GamesQuery } from '@nofiller/contract/catalog/catalog'
import { shareOf } from '@nofiller/contract/reviews/review-rules'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { alphabetical } from '../../platform/database/alphabetical.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type Cursor,
  countRows,
  isAfter,
  type ListOrder,
  pageSize,
  readCursor,
  refuseBadCursor,
  writeCursor,
} from '../../platform/database/paginate.ts'
import { PREPARED } from '../../platform/database/prepared-statements.ts'
import type { Audience } from '../../platform/http/audience.ts'
import { CARD_COLUMNS, type CardRow, toCard } from '../card.ts'
import { queryFor } from '../content-choice.ts'
import { LISTED } from '../visibility.ts'
import { beyondLimits } from '../within-limits.ts'
import {
  type GamesFilter,
  isMatch,
  isUnfiltered,
  matches,
  matchesInTitle,
  matchesTitle,
  PRICE_NOW,
  rankOf,
} from './filter.ts'
import { shuffledFrom } from './shuffle.ts'
import { withSpelling } from './spelling.ts'

const PAGE = 24
/** Up to this many matches are selected, counted and sorted in one statement. */
const FEW = 1_000
const TOTALS_CACHED_MS = 60_000

/** A rank can be calculated only for games that were selected already. */
type Order = ListOrder & {
  isRank?: true
  /** Ids of games in this order with `sort_value`, where another table's index has it. */
  ids?: RawBuilder<unknown>
}

/** Games with five counted reviews by the Wilson lower bound, below zero the others by date (RV6). */
export const BEST_REVIEWED = sql`best_reviewed(games.review_rank, games.published_at)`

/** When a release last moved a game up, else when it came. */
export const RECENTLY_UPDATED = sql`coalesce(games.moved_up_at, games.published_at)`

/** Each sort has an index of its own over the visible games. */
const ORDERS: Record<Exclude<CatalogSort, 'match' | 'random'>, Order> = {
  new: { by: sql`games.published_at`, direction: 'desc' },
  popular: { by: sql`games.popularity_cents`, direction: 'desc' },
  price: { by: PRICE_NOW, direction: 'asc' },
  '-price': { by: PRICE_NOW, direction: 'desc' },
  discount: { by: sql`coalesce(games.sale_percent, 0)`, direction: 'desc' },
  reviews: { by: BEST_REVIEWED, direction: 'desc' },
  updated: { by: RECENTLY_UPDATED, direction: 'desc' },
  title: { by: alphabetical(sql`games.title`), direction: 'asc' },
}

export type GamesPage = {
  games: GameCard[]
  /** Beyond `TOTAL_MAX` only that there are more; of a wide filter at most `TOTALS_CACHED_MS` old. */
  total: number
  /** The cursor of the following page. */
  next: string | null
  /** The words that were searched for, when nothing was found by those that were typed. */
  meant: string | null
  /** How many more the filter finds that limits hide; as old and as bounded as `total`. */
  hidden: number
}

/**
 * Visible games by filter and sort, one page, for an audience. Words that nothing was found by are taken for mistyped ones.
 * @throws HttpError 400 `bad_cursor`
 */
export async function listGames(db: Database, audience: Audience, query: GamesQuery): Promise<GamesPage> {
  const { sort = 'match', start, limit, after, ...filter } = queryFor(audience, query)
  const size = pageSize({ limit, after }, PAGE)
  const cursor = after === undefined ? null : readCursor(after)
  return withSpelling(db, filter, isEmpty, async (spelt) => {
    const { rows } = await pageQuery(spelt, { sort, start }, cursor, size + 1)
      .execute(db)
      .catch(refuseBadCursor)
    const games = rows.filter((row) => row.id !== null)
    const shown = games.slice(0, size)
    const last = shown.at(-1)
    const [total, hidden] = await Promise.all([totalOf(db, spelt, rows[0]?.total ?? 0), hiddenOf(db, spelt)])
    return {
      games: shown.map((row) => ({
        ...toCard(row, audience.view),
        ...(sort === 'reviews' && recommendedOf(row)),
      })),
      total,
      next: games.length > size && last ? writeCursor({ value: last.sort_value, id: last.id }) : null,
      meant: spelt.q === filter.q ? null : (spelt.q ?? null),
      hidden,
    }
  })
}

/** What a card says of reviews; nothing below five counted. */
function recommendedOf({ reviews_positive, reviews_counted }: PageRow): Pick<GameCard, 'recommended'> {
  const share = shareOf(reviews_positive, reviews_counted)
  return share === null ? {} : { recommended: { share, counted: reviews_counted } }
}

const isEmpty = (page: GamesPage): boolean => page.total === 0

/** `start` is where a random order begins. */
type Sorting = { sort: CatalogSort; start?: number | undefined }

/** A search without a sort lists the best matches first. */
export function orderOf({ sort, start = 0 }: Sorting, { q }: GamesFilter, cursor: Cursor | null): Order {
  if (sort === 'random') {
    const walk = shuffledFrom(start, cursor)
    return { by: walk.of, direction: 'asc', ids: walk.ids }
  }
  if (sort !== 'match') return ORDERS[sort]
  return q ? { by: rankOf(q), direction: 'desc', isRank: true } : ORDERS.new
}

type PageRow = CardRow & {
  total: number
  sort_value: string
  reviews_counted: number
  reviews_positive: number
}
type PageRequest = { filter: GamesFilter; order: Order; cursor: Cursor | null; limit: number }

/** One statement: how many there are, and the rows of the page; without any, one row with the number alone. */
export function pageQuery(filter: GamesFilter, sorting: Sorting, cursor: Cursor | null, limit: number) {
  const order = orderOf(sorting, filter, cursor)
  const request = { filter, order, cursor, limit }
  const direction = sql.raw(order.direction)
  const counted = countedFacet(filter)
  const page = counted ? walked(request) : order.isRank ? sorted(request, best(request)) : inOrder(request)
  const total = counted
    ? sql`coalesce((select games from facet_counts where facet = ${counted}), 0)`
    : sql`case when ${isLarge(filter)} then ${sql.lit(FEW + 1)} else (select count(*) from hits) end`
  return sql<PageRow>`${isNarrowedByLimitsAlone(filter) ? PREPARED : sql``}
    with hits as materialized (${some(request, sql`${matches(filter)} and not ${isLarge(filter)}`)}), page as materialized (${page})
    select counted.total, page.sort_value::text as sort_value, ${CARD_COLUMNS}, games.reviews_counted, games.reviews_positive
    from (select ${total} as total) as counted left join (
      page join games on games.id = page.id join accounts as developer on developer.id = games.developer_id
    ) on true
    order by page.sort_value ${direction}, page.id ${direction}`
}

/** All games, and those of a category, are counted when they are written. */
function countedFacet({ category, ...others }: GamesFilter): string | null {
  if (!isUnfiltered(others)) return null
  return category === undefined ? '=all/' : `=category/${category}`
}

/** The same games less those that limits hide: they are found by the sort's index as well, whatever the limits. */
const isNarrowedByLimitsAlone = ({ hidden: _, ...filter }: GamesFilter): boolean =>
  countedFacet(filter) !== null

/** Games by the index of words and filters, in no order and one more than are counted at most. */
const some = ({ order }: PageRequest, condition: RawBuilder<boolean>) =>
  sql`select games.id, ${order.by} as sort_value from games where ${condition} limit ${sql.lit(FEW + 1)}`

const isMany = (filter: GamesFilter) =>
  sql`((select count(*) from hits) > ${sql.lit(FEW)} or ${isLarge(filter)})`

/** Whether nothing but limits takes games out of a large catalog: then many are left, and none need be selected to see it. */
function isLarge({ hidden, ...filter }: GamesFilter): RawBuilder<boolean> {
  const facet = hidden ? countedFacet(filter) : null
  if (facet === null) return sql`false`
  return sql`(coalesce((select games from facet_counts where facet = ${facet}), 0) > ${sql.lit(FEW)})`
}

/** Few matches are counted with the page. The count of many is cached, because it takes longer than the page. */
function totalOf(db: Database, filter: GamesFilter, counted: number): Promise<number> {
  if (counted <= FEW || countedFacet(filter) !== null)
    return Promise.resolve(Math.min(counted, TOTAL_MAX + 1))
  return cachedTotal(db, JSON.stringify(filter), sql`games where ${matches(filter)}`)
}

/** How many games of a filter limits hide. */
function hiddenOf(db: Database, { hidden, ...filter }: GamesFilter): Promise<number> {
  if (!hidden) return Promise.resolve(0)
  const games = sql`games where ${matches(filter)} and ${beyondLimits(hidden)}`
  return cachedTotal(db, JSON.stringify({ beyond: hidden, ...filter }), games)
}

const cachedTotal = (db: Database, name: string, games: RawBuilder<unknown>): Promise<number> =>
  totalsOf(db).forceFetch(name, { context: games })

/** How many games there are for an audience, and how many of them its limits hide. */
export async function hiddenAmongAll(
  db: Database,
  audience: Audience,
): Promise<{ hidden: number; total: number }> {
  const filter = queryFor<GamesFilter>(audience, {})
  const { hidden: _, ...all } = filter
  const [hidden, { rows }] = await Promise.all([
    hiddenOf(db, filter),
    sql<{ games: number }>`select games from facet_counts where facet = ${countedFacet(all)}`.execute(db),
  ])
  return { hidden, total: rows[0]?.games ?? 0 }
}

type Totals = LRUCache<string, number, RawBuilder<unknown>>
const cachedTotals = new WeakMap<Database, Totals>()

function totalsOf(db: Database): Totals {
  const known = cachedTotals.get(db)
  if (known) return known
  const totals: Totals = new LRUCache({
    max: 1_000,
    ttl: TOTALS_CACHED_MS,
    fetchMethod: (_name, _stale, { context: games }) => countRows(db, games),
    ignoreFetchAbort: true, // a count that is pushed out while it runs is still answered
  })
  cachedTotals.set(db, totals)
  return totals
}

/** Few matches are sorted; for many a walk along the sort's index meets a page soon. */
const inOrder = (request: PageRequest) => sql`
  (${sorted(request, sql`(select * from hits where not ${isMany(request.filter)}) as few`)})
  union all (select * from (${walked(request)}) as walked where ${isMany(request.filter)})`

/** Not all of many matches are ranked, so title matches are selected separately. */
const best = (request: PageRequest) => sql`(
  select * from hits
  union (${some(request, sql`${matchesTitle(request.filter)} and ${isMany(request.filter)}`)})
  union (${some(request, sql`${matchesInTitle(request.filter)} and ${isMany(request.filter)}`)})) as best`

function sorted({ order: { direction }, cursor, limit }: PageRequest, from: RawBuilder<unknown>) {
  const order = { by: sql`sort_value`, direction }
  return sql`
    select id, sort_value from ${from} where ${isAfter(order, sql`id`, cursor)}
    order by sort_value ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${sql.lit(limit)}`
}

/** Reads games in their order until a page is full: "offset 0" keeps the planner from gathering them all and sorting. */
function walked(request: PageRequest) {
  const { by, direction, ids } = request.order
  if (ids) return walkedBy(ids, request)
  return sql`
    select id, sort_value from (
      select games.*, ${by} as sort_value from games where ${LISTED} and ${isAfter(request.order, sql`games.id`, request.cursor)}
      order by ${by} ${sql.raw(direction)}, games.id ${sql.raw(direction)} offset 0
    ) as games where ${isMatch(request.filter)} limit ${sql.lit(request.limit)}`
}

/** The same along ids: each game is looked up by its own. */
const walkedBy = (ids: RawBuilder<unknown>, { filter, cursor, limit, order }: PageRequest) => sql`
  select found.id, walk.sort_value
  from (${ids}) as walk(game_id, sort_value)
  cross join lateral (select games.id from games where games.id = walk.game_id and ${isMatch(filter)} offset 0) as found
  where ${isAfter({ by: sql`walk.sort_value`, direction: order.direction }, sql`found.id`, cursor)}
  limit ${sql.lit(limit)}`
