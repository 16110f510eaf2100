import { TOTAL_MAX } from '@nofiller/contract/catalog/browsing'
import type { TimeSort } from '@nofiller/contract/catalog/time-sorts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { badRequest } from '../http/errors/errors.ts'
import { isUnusableValue, type Queryable } from './database.ts'

/** The sort key of a list: an expression and, for equal values, the rows' key in the same direction. */
export type ListOrder = { by: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/** The direction of a list sorted by time, newest first unless requested otherwise. */
export const directionOf = (sort: TimeSort | undefined): ListOrder['direction'] =>
  sort === 'old' ? 'asc' : 'desc'

export type List<DB, TB extends keyof DB, Row, Item> = {
  /** Selects an item's columns, without filter and order. */
  rows: SelectQueryBuilder<DB, TB, Row>
  /** The tables that the filter reads, joined like in `rows`. */
  from: RawBuilder<unknown>
  filter: RawBuilder<boolean>
  /** The key of a row. */
  key: RawBuilder<unknown>
  order: ListOrder
  toItem: (row: Row) => Item
  /** Reads an `after` in the form from before cursors; null for any other. */
  oldCursor?: (after: string) => Cursor | null
}

/** `after` is the previous page's `next`. */
export type Position = { after?: string | undefined; limit: number }

/** `total` is exact up to `TOTAL_MAX`; a larger number only means more. `next` is null on the last page. */
export type Page<Item> = { items: Item[]; total: number; next: string | null }

/** A call without paging parameters gets this many items (requirements 2.4). */
const UNPAGED = 1_000

/** The size of a page: `usual` unless the caller gives a limit. */
export const pageSize = (
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
  usual: number,
): number => limit ?? (after === undefined ? UNPAGED : usual)

/** One page of a list if an index serves its filter in the list's order. @throws HttpError 400 `bad_cursor` */
export async function paginate<DB, TB extends keyof DB, Row, Item>(
  db: Queryable,
  list: List<DB, TB, Row, Item>,
  position: Position,
): Promise<Page<Item>> {
  const [page, total] = await Promise.all([
    keysetPage(list, position),
    countRows(db, sql`${list.from} where ${list.filter}`),
  ])
  return { ...page, total }
}

const SORTED_MAX = 1_000

/**
 * One page of a list if its filter may match few rows of a large table. Fewer than `SORTED_MAX` are selected by their keys
 * and sorted; if there are more, a scan of the sort index finds them soon.
 * @throws HttpError 400 `bad_cursor`
 */
export async function paginateSearch<DB, TB extends keyof DB, Row, Item>(
  db: Queryable,
  list: List<DB, TB, Row, Item>,
  position: Position,
): Promise<Page<Item>> {
  const { from, filter, key } = list
  const { rows } = await sql<{ key: string }>`
    select (${key})::text as key from ${from} where ${filter} limit ${SORTED_MAX}`.execute(db)
  if (rows.length === SORTED_MAX) return paginate(db, list, position)
  const keys = rows.map((row) => row.key)
  const page = await keysetPage({ ...list, filter: sql<boolean>`${key} = any(${sql.val(keys)})` }, position)
  return { ...page, total: keys.length }
}

/** The number of rows, at most `TOTAL_MAX` + 1. */
export async function countRows(db: Queryable, rowsOf: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${rowsOf} limit ${TOTAL_MAX + 1}) as matches`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** One page without the total. @throws HttpError 400 `bad_cursor` */
export async function keysetPage<DB, TB extends keyof DB, Row, Item>(
  { rows: select, filter, key, order, toItem, oldCursor }: List<DB, TB, Row, Item>,
  { after, limit }: Position,
): Promise<Omit<Page<Item>, 'total'>> {
  const cursor = after === undefined ? null : (oldCursor?.(after) ?? readCursor(after))
  const rows = (await select
    .select(sql<Cursor>`json_build_object('value', (${order.by})::text, 'id', (${key})::text)`.as('cursor'))
    .where(filter)
    .where(isAfter(order, key, cursor))
    .orderBy(order.by, order.direction)
    .orderBy(key, order.direction)
    .limit(limit + 1)
    .execute()
    .catch(refuseBadCursor)) as (Row & { cursor: Cursor })[] // Kysely cannot infer the row of a generic query
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => toItem(row)),
    next: rows.length > limit && last ? writeCursor(last.cursor) : null,
  }
}

/** Rows after a cursor, even if its row has changed or is deleted; all rows without one. */
export function isAfter(
  { by, direction }: ListOrder,
  key: RawBuilder<unknown>,
  cursor: Cursor | null,
): RawBuilder<boolean> {
  if (cursor === null) return sql<boolean>`true`
  const comparison = sql.raw(direction === 'desc' ? '<' : '>')
  return sql<boolean>`(${by}, ${key}) ${comparison} (${cursor.value}, ${cursor.id})`
}

/** The end of a page: its last row's sort value and key, both as PostgreSQL's text. */
export type Cursor = z.infer<typeof Cursor>
const Cursor = z.object({ value: z.string(), id: z.string() })

/** The cursor as text for a URL. */
export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** `oldCursor` of a list sorted by its key, for which `after` was the id of the last item. */
export const idCursor = (after: string): Cursor | null =>
  /^\d+$/.test(after) || isUuid(after) ? { value: after, id: after } : null

/** @throws HttpError 400 `bad_cursor` */
export function readCursor(after: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}

/** A cursor of another list or order holds values of other types, which PostgreSQL refuses. @throws HttpError 400 `bad_cursor` */
export function refuseBadCursor(error: unknown): never {
  throw isUnusableValue(error) ? badCursor() : error
}

const badCursor = () => badRequest('bad_cursor', 'This page does not exist.')
