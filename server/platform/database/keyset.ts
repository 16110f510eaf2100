import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'

/** How a list is ordered: by an expression and, where that is the same, by the rows' key in the same direction. */
export type ListOrder = { by: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/** What a row is ordered by, as the cursor of the page after it keeps it. */
export const sortValue = ({ by }: ListOrder): AliasedRawBuilder<string, 'sort_value'> =>
  sql<string>`${by}::text`.as('sort_value')

/** The rows that come after a place in the list, whatever has become of the row that was there; all after none. */
export function beyond(
  { by, direction }: ListOrder,
  key: RawBuilder<unknown>,
  place: { value: string; id: string } | null,
): RawBuilder<boolean> {
  if (place === null) return sql<boolean>`true`
  const comparison = sql.raw(direction === 'desc' ? '<' : '>')
  return sql<boolean>`(${by}, ${key}) ${comparison} (${place.value}, ${place.id})`
}
