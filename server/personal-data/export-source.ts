import type { Tables } from '../platform/database/tables.ts'

/** Of a table, what an export holds. Each column of the table is named in `columns` or, with the reason, in `without`; several are parted by spaces. */
export type ExportSource = {
  table: keyof Tables
  /** Its path in the archive; what ends in `.csv` is a table, the rest JSON. */
  file: string
  about: string
  columns: string
  without?: Readonly<Record<string, string>>
  /** What stands in place of a value that the store keeps in a code of its own, by column. */
  words?: Readonly<Record<string, (value: unknown) => unknown>>
  /** SQL: which rows are the account's, `$account` being its id. */
  whose: string
  /** SQL: a text that is another for each row, by which they are read in pages. */
  key: string
}

/** Why a column is left out. */
export const INTERNAL = 'how the store works inside'
export const SECRET = 'a secret that opens something'
export const ADMINS = 'who of the store did it'
export const NOTES = 'a note of the store for itself'
export const OTHERS = "other people's data"

type Source = Omit<ExportSource, 'whose' | 'key'> & Partial<Pick<ExportSource, 'whose' | 'key'>>

/** Sources of which each says only how it differs from most: rows of the same owner, told apart by an `id`. */
export const sourcesOf = (whose: string, sources: readonly Source[]): readonly ExportSource[] =>
  sources.map((source) => ({ whose, key: 'id::text', ...source }))
