import { z } from 'zod'
import { isUnusableValue } from '../database/database.ts'
import { badRequest } from './errors.ts'

/** Where a page of a sorted list ended: what its last entry is sorted by and its id, both as text. */
export type Cursor = z.infer<typeof Cursor>
const Cursor = z.object({ value: z.string(), id: z.string() })

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** A row as a list shows it, with the cursor of what follows it. */
export type Listed<Shown> = Shown & { cursor: string }

/** Of what follows a row. */
export const cursorOf = (row: { sort_value: string; id: string | number }): string =>
  writeCursor({ value: row.sort_value, id: String(row.id) })

/** @throws HttpError 400 `bad_cursor` */
export function readCursor(after: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}

/** A cursor of another list or sort holds values of other types, which the database refuses to read. @throws HttpError 400 `bad_cursor` */
export function refuseBadCursor(error: unknown): never {
  throw isUnusableValue(error) ? badCursor() : error
}

const badCursor = () => badRequest('bad_cursor', 'This page does not exist.')
