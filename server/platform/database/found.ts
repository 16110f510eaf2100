import { COUNT_MAX } from '@nofiller/contract/browsing'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

export type Search = {
  /** A table, or some that are joined. */
  from: RawBuilder<unknown>
  key: RawBuilder<unknown>
  type: 'uuid' | 'bigint'
  wanted: RawBuilder<boolean>
}
export type Found = {
  /** How many rows there are, up to `COUNT_MAX`. */
  total: number
  /** Which they are. */
  where: RawBuilder<boolean>
}

/**
 * Counts what a list's filter lets through, and says how a page of it is found in a table of any size: some hundred rows by
 * their keys, to be put in order; more of them by the filter itself, because they are soon met on a walk in that order.
 */
export async function findRows(db: Queryable, { from, key, type, wanted }: Search): Promise<Found> {
  const { rows } = await sql<{ key: string }>`
    select ${key}::text as key from ${from} where ${wanted} limit ${COUNT_MAX}`.execute(db)
  if (rows.length === COUNT_MAX) return { total: COUNT_MAX, where: wanted }
  const keys = rows.map((row) => row.key)
  return { total: keys.length, where: sql<boolean>`${key} = any(${sql.val(keys)}::${sql.raw(type)}[])` }
}
