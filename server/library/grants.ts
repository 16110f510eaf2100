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

export type Owned = { base: boolean; fileIds: Set<string> }

/** What an account owns of a game. */
export async function ownedOf(db: Queryable, accountId: string, gameId: string): Promise<Owned> {
  const files = await db
    .selectFrom('owned_files')
    .select('file_id')
    .where('account_id', '=', accountId)
    .where('game_id', '=', gameId)
    .execute()
  const owned = await ownedAmong(db, accountId, [gameId])
  return { base: owned.has(gameId), fileIds: new Set(files.map((file) => file.file_id)) }
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

/** Whether an account owns the base of a game or any of its extras. */
export async function ownsAny(db: Queryable, accountId: string, gameId: string): Promise<boolean> {
  const owned = await db
    .selectFrom('grants')
    .select('id')
    .where('account_id', '=', accountId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  return owned !== undefined
}
