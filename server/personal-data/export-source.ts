import type { Tables } from '../platform/database/tables.ts'

/** A table's exported data. Each column of the table is named in `columns` or, with the reason, in `without`; spaces separate several. */
export type ExportSource = {
  table: keyof Tables
  /** Its path in the archive; what ends in `.csv` is a table, the rest JSON. */
  file: string
  about: string
  columns: string
  without?: Readonly<Record<string, string>>
  /** Replaces a value that the store keeps in its own code, by column. */
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
