import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

/**
 * Sends several writes as one statement (as `with` clauses before the last), and answers the rows of the last. They run in no
 * given order, all see the database as it stood before, and no two of them may write the same row.
 */
export async function together<Row = unknown>(
  db: Queryable,
  writes: readonly OperationNodeSource[],
  last: RawBuilder<Row> | OperationNodeSource = sql`select`,
): Promise<Row[]> {
  const clauses = writes.map((write, at) => sql`${sql.id(`write_${at}`)} as (${write})`)
  const before = clauses.length > 0 ? sql`with ${sql.join(clauses)} ` : sql``
  const { rows } = await sql<Row>`${before}${last}`.execute(db)
  return rows
}
