import { type RawBuilder, sql } from 'kysely'

/**
 * Sorts text as people expect, É beside E and kana by their sounds, whatever the database's own collation
 * is. By its first 120 code points, because an index entry holds 2,704 bytes, and a title may have more. Written exactly as in
 * the indexes `games_title` and `accounts_by_name`.
 */
export const alphabetical = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left(${text}, 120) collate "und-x-icu"`
