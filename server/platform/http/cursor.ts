import { z } from 'zod'
import { isUnusableValue } from '../database/database.ts'
import { badRequest } from './errors.ts'

/** Where a page of a sorted list ended: what its last entry is sorted by, as text, and its id. */
export type Cursor = z.infer<typeof Cursor>
const Cursor = z.object({ value: z.string(), id: z.uuid() })

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws HttpError 400 `bad_cursor` */
export function readCursor(after: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}

/** A cursor of another sort holds a value of another type, which the database refuses to read. @throws HttpError 400 `bad_cursor` */
export function refuseBadCursor(error: unknown): never {
  throw isUnusableValue(error) ? badCursor() : error
}

const badCursor = () => badRequest('bad_cursor', 'This page does not exist.')
