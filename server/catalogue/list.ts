import { type GameCard, type GamesQuery, LIST_MAX, type Sort } from '@nofiller/contract/catalogue'
import { SECTIONS } from '@nofiller/contract/sections'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { badRequest } from '../platform/http/errors.ts'
import { selectCards, toCard } from './card.ts'

/** A call without paging parameters answers this many (decisions §2). */
const UNPAGED = 1_000
const PAGE = 24

type Order = { by: RawBuilder<unknown>; type: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/** Each sort is served by an index of its own over the visible games. */
const ORDERS: Record<Sort, Order> = {
  new: { by: sql`games.published_at`, type: sql`timestamptz`, direction: 'desc' },
  popular: { by: sql`games.sales`, type: sql`integer`, direction: 'desc' },
  price: { by: sql`games.price_cents`, type: sql`integer`, direction: 'asc' },
  '-price': { by: sql`games.price_cents`, type: sql`integer`, direction: 'desc' },
  title: { by: sql`lower(games.title)`, type: sql`text`, direction: 'asc' },
}

export type GamesPage = { games: GameCard[]; total: number; next: string | null }

/** Visible games by filter and sort, one page; `next` is the cursor of the following one. @throws HttpError 400 `bad_cursor` */
export async function listGames(db: Database, query: GamesQuery): Promise<GamesPage> {
  const paged = query.limit !== undefined || query.after !== undefined
  const limit = paged ? Math.min(query.limit ?? PAGE, LIST_MAX) : UNPAGED
  const order = ORDERS[query.sort ?? 'new']
  const filter = filterOf(query)
  const cursor = query.after === undefined ? null : readCursor(query.after)
  const comparison = sql.raw(order.direction === 'desc' ? '<' : '>')

  const [rows, counted] = await Promise.all([
    selectCards(db)
      .select(sql<string>`(${order.by})::text`.as('sort_value'))
      .where(filter)
      .$if(cursor !== null, (page) =>
        page.where(
          sql<boolean>`(${order.by}, games.id) ${comparison} (${cursor?.value}::${order.type}, ${cursor?.id}::uuid)`,
        ),
      )
      .orderBy(order.by, order.direction)
      .orderBy('games.id', order.direction)
      .limit(limit + 1)
      .execute()
      .catch(refuseBadCursor),
    db.selectFrom('games').select(sql<number>`count(*)`.as('total')).where(filter).executeTakeFirstOrThrow(),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    games: shown.map(toCard),
    total: counted.total,
    next: rows.length > limit && last ? writeCursor({ value: last.sort_value, id: last.id }) : null,
  }
}

/** What a query leaves of the games that visitors may see, as one condition. */
function filterOf(query: GamesQuery): RawBuilder<boolean> {
  const words = searchWords(query.q)
  const price = priceRange(query.price)
  const conditions = [
    sql`games.status = 'published' and games.suspended_at is null`,
    ...(words === '' ? [] : [matches(words)]),
    ...(query.tag ? [hasTag(query.tag)] : []),
    ...(query.category === undefined ? [] : [sql`games.category = ${query.category}`]),
    ...(query.device === undefined ? [] : [sql`games.devices @> array[${query.device}]::text[]`]),
    ...(query.type === undefined ? [] : [sql`games.project_type = ${query.type}`]),
    ...(price === null ? [] : [sql`games.price_cents between ${price.min} and ${price.max}`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const matches = (words: string) => sql`games.search @@ to_tsquery('simple', ${words})`

/** A section by its own table; any other tag through the search index, which holds the tags' words, and then exactly. */
function hasTag(tag: string) {
  const section = SECTIONS.find((name) => name.toLowerCase() === tag.toLowerCase())
  if (section)
    return sql`exists (select from game_sections where section = ${section} and game_id = games.id)`
  const words = searchWords(tag)
  const contains = sql`exists (select from unnest(games.tags) as tag where lower(tag) like ${containing(tag.toLowerCase())})`
  return words === '' ? contains : sql`${matches(words)} and ${contains}`
}

/** `night fer` finds "Night Ferry": every word by its beginning. */
const searchWords = (q: string | undefined): string =>
  (q ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `${word}:*`)
    .join(' & ')

function priceRange(price: string | undefined): { min: number; max: number } | null {
  if (price === undefined) return null
  if (price === 'free') return { min: 0, max: 0 }
  if (price === 'paid') return { min: 1, max: 1_000_000 }
  const [min, max] = price.split('-')
  return { min: Math.round(Number(min || 0) * 100), max: max ? Math.round(Number(max) * 100) : 1_000_000 }
}

const Cursor = z.object({ value: z.string(), id: z.uuid() })

const writeCursor = (cursor: z.infer<typeof Cursor>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(after: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}

/** A cursor of another sort holds a value of another type, which the database refuses to read. */
function refuseBadCursor(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw code.startsWith('22') ? badCursor() : error
}

const badCursor = () => badRequest('bad_cursor', 'This page does not exist.')
