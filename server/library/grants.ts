import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Queryable, Tx } from '../platform/database/database.ts'

/**
 * Gives an account the base of a game (`fileId` null) or one of its extras; one grant each, whatever happens twice.
 * @returns false when it was owned already
 */
export async function grant(
  tx: Tx,
  owner: { accountId: string; gameId: string; fileId: string | null; orderId: string | null },
): Promise<boolean> {
  const made = await tx
    .insertInto('grants')
    .values({
      id: uuid(),
      account_id: owner.accountId,
      game_id: owner.gameId,
      file_id: owner.fileId,
      order_id: owner.orderId,
    })
    .onConflict((owned) => owned.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Gives some files of a game to everybody who owns its base, for files that leave the base and get a price of their own. */
export async function grantToBaseOwners(tx: Tx, gameId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await sql`
    insert into grants (id, account_id, game_id, file_id, order_id)
    select gen_random_uuid(), base.account_id, base.game_id, left_base.id, base.order_id
    from grants as base cross join unnest(${sql.val([...fileIds])}::uuid[]) as left_base(id)
    where base.game_id = ${gameId} and base.file_id is null
    on conflict do nothing`.execute(tx)
}

export type Owned = { base: boolean; extraFileIds: Set<string> }

/** What an account owns of a game. */
export async function ownedOf(db: Queryable, accountId: string, gameId: string): Promise<Owned> {
  const rows = await db
    .selectFrom('grants')
    .select('file_id')
    .where('account_id', '=', accountId)
    .where('game_id', '=', gameId)
    .execute()
  return {
    base: rows.some((row) => row.file_id === null),
    extraFileIds: new Set(rows.flatMap((row) => row.file_id ?? [])),
  }
}

/** Which of some games an account owns the base of. */
export async function ownedAmong(db: Queryable, accountId: string, gameIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('grants')
    .select('game_id')
    .where('account_id', '=', accountId)
    .where('file_id', 'is', null)
    .where('game_id', '=', sql<string>`any(${sql.val(gameIds)}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.game_id))
}
