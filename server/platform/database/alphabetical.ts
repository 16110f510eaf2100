import { type RawBuilder, sql } from 'kysely'

/**
 * A text in the order in which people look for it, É beside E and kana by their sounds, whatever the database's own collation
 * is. Spelt as in the indexes `games_title` and `accounts_by_name`.
 */
export const alphabetical = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${text} collate "und-x-icu"`
