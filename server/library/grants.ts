import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Queryable, Tx } from '../platform/database/database.ts'

/** A game's base (`fileId` null) or one of its extras. */
export type Goods = { gameId: string; fileId: string | null }

type Owner = { accountId: string; orderId: string | null }

/** Gives an account the base of a game or one of its extras. @returns false when it was owned already */
export const grant = async (tx: Tx, { gameId, fileId, ...owner }: Goods & Owner): Promise<boolean> =>
  (await grantAll(tx, owner, [{ gameId, fileId }])).length === 1

/**
 * Gives an account bases and extras; one grant each, whatever happens twice. A grant that is there stays locked until the
 * transaction ends, so that it is not withdrawn meanwhile.
 * @returns those that were not owned already
 */
export async function grantAll<Good extends Goods>(
  tx: Tx,
  { accountId, orderId }: Owner,
  goods: readonly Good[],
): Promise<Good[]> {
  const granted: Good[] = []
  for (let left = [...goods].sort(byGoods); left.length > 0; ) {
    const made = await tx
      .insertInto('grants')
      .values(
        left.map(({ gameId, fileId }) => ({
          id: uuid(),
          account_id: accountId,
          game_id: gameId,
          file_id: fileId,
          order_id: orderId,
        })),
      )
      .onConflict((owned) => owned.doNothing())
      .returning(['game_id as gameId', 'file_id as fileId'])
      .execute()
    const isMade = (good: Good) =>
      made.some(({ gameId, fileId }) => gameId === good.gameId && fileId === good.fileId)
    granted.push(...left.filter(isMade))
    const withdrawn: Good[] = []
    for (const good of left)
      if (!isMade(good) && !(await lockGrant(tx, accountId, good))) withdrawn.push(good)
    left = withdrawn
  }
  return granted
}

/** The order in which several grants of an account are locked, so that two transactions never wait for each other. */
export const byGoods = (one: Goods, other: Goods): number =>
  `${one.gameId} ${one.fileId}`.localeCompare(`${other.gameId} ${other.fileId}`)

const lockGrant = (tx: Tx, accountId: string, { gameId, fileId }: Goods) =>
  tx
    .selectFrom('grants')
    .select(['id', 'order_id'])
    .where('account_id', '=', accountId)
    .where('game_id', '=', gameId)
    .where('file_id', 'is not distinct from', fileId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Ends what an order's item gave. What a claim, a gift or another paid order covers stays owned, and names that order from
 * then on.
 * @returns whether the account no longer owns it
 */
export async function withdrawGrant(
  tx: Tx,
  owner: Goods & { accountId: string; orderId: string },
): Promise<boolean> {
  const granted = await lockGrant(tx, owner.accountId, owner)
  if (granted?.order_id !== owner.orderId) return granted === undefined
  const other = await tx
    .selectFrom('orders')
    .innerJoin('order_items as item', 'item.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.account_id', '=', owner.accountId)
    .where('orders.status', '=', 'PAID')
    .where('orders.id', '!=', owner.orderId)
    .where('item.game_id', '=', owner.gameId)
    .where('item.file_id', 'is not distinct from', owner.fileId)
    .where('item.revoked_at', 'is', null)
    .orderBy('orders.paid_at')
    .limit(1)
    .executeTakeFirst()
  if (other) await tx.updateTable('grants').set({ order_id: other.id }).where('id', '=', granted.id).execute()
  else await tx.deleteFrom('grants').where('id', '=', granted.id).execute()
  return !other
}

export type Owned = { base: boolean; fileIds: Set<string> }

/** An account's grants of a game. */
export async function ownedOf(db: Queryable, accountId: string, gameId: string): Promise<Owned> {
  const { rows } = await sql<{ base: boolean; file_ids: string[] }>`select
    exists (select from grants where account_id = ${accountId} and game_id = ${gameId} and file_id is null) as base,
    array(select file_id::text from owned_files where account_id = ${accountId} and game_id = ${gameId}) as file_ids`.execute(
    db,
  )
  const [{ base, file_ids } = { base: false, file_ids: [] }] = rows
  return { base, fileIds: new Set(file_ids) }
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
