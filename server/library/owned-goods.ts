import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

const ids = (values: readonly string[]): RawBuilder<unknown> => sql`any(${sql.val(values)}::uuid[])`

/**
 * Since when an account owns which of some goods, by the id of each: a game's for its base, a file's for an extra. An extra
 * that once was part of the base is owned through it.
 */
export async function ownedGoods(
  db: Queryable,
  accountId: string,
  gameIds: readonly string[],
  fileIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; since: Date }>`
    select game_id as id, created_at as since from grants
    where account_id = ${accountId} and file_id is null and game_id = ${ids(gameIds)}
    union all
    select owned.file_id, min(grants.created_at) from owned_files as owned
    join grants on grants.account_id = owned.account_id and grants.game_id = owned.game_id
      and (grants.file_id = owned.file_id or grants.file_id is null and owned.through_base)
    where owned.account_id = ${accountId} and owned.game_id = ${ids(gameIds)} and owned.file_id = ${ids(fileIds)}
    group by owned.file_id`.execute(db)
  return new Map(rows.map(({ id, since }) => [id, since]))
}
