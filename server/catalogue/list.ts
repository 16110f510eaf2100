import { COUNT_MAX } from '@nofiller/contract/browsing'
import { type GameCard, type GamesQuery, LIST_MAX, type Sort } from '@nofiller/contract/catalogue'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { PLANNED_ONCE } from '../platform/database/planned-once.ts'
import { type Cursor, readCursor, refuseBadCursor, writeCursor } from '../platform/http/cursor.ts'
import { CARD_COLUMNS, type CardRow, toCard } from './card.ts'
import {
  type GamesFilter,
  isMatch,
  isUnfiltered,
  matches,
  matchesInTitle,
  matchesTitle,
  rankOf,
  VISIBLE,
} from './filter.ts'
import { withSpelling } from './spelling.ts'

/** A call without paging parameters answers this many (decisions §2). */
const UNPAGED = 1_000
const PAGE = 24

type Order = {
  by: RawBuilder<unknown>
  type: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  /** It can be told only of games that are found already. */
  isRank?: true
}

/** Each of these is served by an index of its own over the visible games. */
const ORDERS: Record<Exclude<Sort, 'match'>, Order> = {
  new: { by: sql`games.published_at`, type: sql`timestamptz`, direction: 'desc' },
  popular: { by: sql`games.sales`, type: sql`integer`, direction: 'desc' },
  price: { by: sql`games.price_cents`, type: sql`integer`, direction: 'asc' },
  '-price': { by: sql`games.price_cents`, type: sql`integer`, direction: 'desc' },
  title: { by: sql`lower(games.title)`, type: sql`text`, direction: 'asc' },
}

export type GamesPage = {
  games: GameCard[]
  /** Of a filtered list it stops at `COUNT_MAX`. */
  total: number
  /** The cursor of the following page. */
  next: string | null
}

/**
 * Visible games by filter and sort, one page. Words that nothing was found by are taken for mistyped ones.
 * @throws HttpError 400 `bad_cursor`
 */
export async function listGames(db: Database, query: GamesQuery): Promise<GamesPage> {
  const { sort = 'match', limit, after, ...filter } = query
  const paged = limit !== undefined || after !== undefined
  const size = paged ? Math.min(limit ?? PAGE, LIST_MAX) : UNPAGED
  const cursor = after === undefined ? null : readCursor(after)
  return withSpelling(db, filter, isEmpty, async (spelt) => {
    const { rows } = await pageQuery(spelt, sort, cursor, size + 1)
      .execute(db)
      .catch(refuseBadCursor)
    const found = rows.filter((row) => row.id !== null)
    const shown = found.slice(0, size)
    const last = shown.at(-1)
    return {
      games: shown.map(toCard),
      total: rows[0]?.total ?? 0,
      next: found.length > size && last ? writeCursor({ value: last.sort_value, id: last.id }) : null,
    }
  })
}

const isEmpty = (page: GamesPage): boolean => page.total === 0

/** A search without another order lists what fits best first. */
function orderOf(sort: Sort, { q }: GamesFilter): Order {
  if (sort !== 'match') return ORDERS[sort]
  return q ? { by: rankOf(q), type: sql`real`, direction: 'desc', isRank: true } : ORDERS.new
}

type PageRow = CardRow & { total: number; sort_value: string }
type WantedPage = { filter: GamesFilter; order: Order; cursor: Cursor | null; limit: number }

/** One statement: how many there are, and the rows of the page; without any, one row with the number alone. */
export function pageQuery(filter: GamesFilter, sort: Sort, cursor: Cursor | null, limit: number) {
  const order = orderOf(sort, filter)
  const wanted = { filter, order, cursor, limit }
  const direction = sql.raw(order.direction)
  const counted = countedFacet(filter)
  const page = counted ? walked(wanted) : order.isRank ? sorted(wanted, best(wanted)) : found(wanted)
  const total = counted
    ? sql`coalesce((select games from facet_counts where facet = ${counted}), 0)`
    : sql`(select least(count(*), ${COUNT_MAX}) from hits)`
  return sql<PageRow>`${counted ? PLANNED_ONCE : sql``}
    with hits as materialized (${some(wanted, matches(filter))}), page as materialized (${page})
    select counted.total, page.sort_value::text as sort_value, ${CARD_COLUMNS}
    from (select ${total} as total) as counted left join (
      page join games on games.id = page.id join accounts as developer on developer.id = games.developer_id
    ) on true
    order by page.sort_value ${direction}, page.id ${direction}`
}

/** All games, and those of a category, are counted where they are written. */
function countedFacet({ category, ...others }: GamesFilter): string | null {
  if (!isUnfiltered(others)) return null
  return category === undefined ? '=all/' : `=category/${category}`
}

/** Games by the index of words and filters, in no order and one more than are counted at most. */
const some = ({ order }: WantedPage, condition: RawBuilder<boolean>) =>
  sql`select games.id, ${order.by} as sort_value from games where ${condition} limit ${COUNT_MAX + 1}`

const isMany = sql`(select count(*) from hits) > ${COUNT_MAX}`

/** Few hits are put in order; where there are many, a page of them is soon met on a walk through all games in that order. */
const found = (wanted: WantedPage) => sql`
  (${sorted(wanted, sql`(select * from hits where not ${isMany}) as few`)})
  union all (select * from (${walked(wanted)}) as walked where ${isMany})`

/** Of many hits not all are ranked, so those in titles are found for themselves. */
const best = (wanted: WantedPage) => sql`(
  select * from hits
  union (${some(wanted, sql`${matchesTitle(wanted.filter)} and ${isMany}`)})
  union (${some(wanted, sql`${matchesInTitle(wanted.filter)} and ${isMany}`)})) as best`

const sorted = (wanted: WantedPage, from: RawBuilder<unknown>) => sql`
  select id, sort_value from ${from} where ${isLater(wanted, sql`sort_value`, sql`id`)}
  order by sort_value ${sql.raw(wanted.order.direction)}, id ${sql.raw(wanted.order.direction)} limit ${wanted.limit}`

/** Reads games in their order until a page is full: "offset 0" keeps the planner from gathering them all and sorting. */
function walked(wanted: WantedPage) {
  const { by, direction } = wanted.order
  return sql`
    select id, sort_value from (
      select games.*, ${by} as sort_value from games where ${VISIBLE} and ${isLater(wanted, by, sql`games.id`)}
      order by ${by} ${sql.raw(direction)}, games.id ${sql.raw(direction)} offset 0
    ) as games where ${isMatch(wanted.filter)} limit ${sql.lit(wanted.limit)}`
}

function isLater({ order, cursor }: WantedPage, by: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  if (cursor === null) return sql`true`
  const comparison = sql.raw(order.direction === 'desc' ? '<' : '>')
  return sql`(${by}, ${id}) ${comparison} (${cursor.value}::${order.type}, ${cursor.id}::uuid)`
}
