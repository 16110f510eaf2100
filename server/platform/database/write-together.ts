import { type OperationNodeSource, sql } from 'kysely'
import type { Queryable } from './database.ts'

/**
 * Sends writes as one statement, all but the last as data-modifying CTEs (`with` clauses), and answers the rows of the last. They
 * run in no given order, each sees the database as it stood before, and no two may write the same row; triggers `after` a write
 * see what all have written. What only reads, or notifies, runs as the last alone.
 */
export async function writeTogether<Row = unknown>(
  db: Queryable,
  writes: readonly OperationNodeSource[],
): Promise<Row[]> {
  const last = writes.at(-1)
  if (!last) return []
  const clauses = writes.slice(0, -1).map((write, at) => sql`${sql.id(`write_${at}`)} as (${write})`)
  const before = clauses.length > 0 ? sql`with ${sql.join(clauses)} ` : sql``
  const { rows } = await sql<Row>`${before}${last}`.execute(db)
  return rows
}
