import { type RawBuilder, sql } from 'kysely'

/** How a list is ordered: by an expression and, where that is the same, by the rows' key in the same direction. */
export type ListOrder = { by: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/** The rows of `table` that come after the one with the key `last`, by whatever it is ordered. */
export function beyond(
  { by, direction }: ListOrder,
  { table, key, last }: { table: RawBuilder<unknown>; key: RawBuilder<unknown>; last: string },
): RawBuilder<boolean> {
  const comparison = sql.raw(direction === 'desc' ? '<' : '>')
  return sql<boolean>`(${by}, ${key}) ${comparison} (select ${by}, ${key} from ${table} where ${key} = ${last})`
}
