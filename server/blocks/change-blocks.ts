import { BLOCK_TEXT, BLOCKS_MAX, type BlockKind } from '@nofiller/contract/blocks/block-rules'
import { type RawBuilder, sql } from 'kysely'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'

/** The rows of each kind. */
export const BLOCKED = {
  developer: { table: sql.table('blocked_developers'), target: sql.ref('developer_id') },
  game: { table: sql.table('blocked_games'), target: sql.ref('game_id') },
} satisfies Record<BlockKind, { table: RawBuilder<unknown>; target: RawBuilder<unknown> }>

/**
 * Blocks a public developer or game for an account (PR3, PR4); a second time nothing changes.
 * @throws HttpError 404, 409 `own_account`, `own_game`, `list_full`
 */
export async function block(db: Database, accountId: string, kind: BlockKind, id: string): Promise<void> {
  const developerId = await developerOf(db, accountId, kind, id)
  if (developerId === accountId)
    throw conflict(kind === 'game' ? 'own_game' : 'own_account', BLOCK_TEXT.own[kind])
  const { table, target } = BLOCKED[kind]
  await db.transaction().execute(async (tx) => {
    await sql`insert into account_blocks (account_id) values (${accountId})
      on conflict (account_id) do update set changed_at = excluded.changed_at`.execute(tx)
    await sql`insert into ${table} (account_id, ${target}) values (${accountId}, ${id})
      on conflict do nothing`.execute(tx)
    if ((await countBlocks(tx, accountId, kind)) > BLOCKS_MAX[kind])
      throw conflict('list_full', BLOCK_TEXT.full[kind])
  })
}

/** Whose a developer's page or game is that the account finds. @throws HttpError 404 */
async function developerOf(db: Database, accountId: string, kind: BlockKind, id: string): Promise<string> {
  const { rows } = await (kind === 'game'
    ? sql<{ id: string }>`select developer_id as id from games
        where id = ${id} and ${pageSeenBy({ id: accountId, role: 'player' })}`
    : sql<{ id: string }>`select id from accounts
        where id = ${id} and role <> 'player' and suspended_at is null and deletion_at is null`
  ).execute(db)
  const [found] = rows
  if (!found) throw notFound(BLOCK_TEXT.missing[kind])
  return found.id
}

/** Lifts a block, if there is one. With the last one nothing says any more that the account had blocks. */
export async function unblock(db: Database, accountId: string, kind: BlockKind, id: string): Promise<void> {
  const { table, target } = BLOCKED[kind]
  await db.transaction().execute(async (tx) => {
    await sql`update account_blocks set changed_at = clock_timestamp() where account_id = ${accountId}`.execute(
      tx,
    )
    await sql`delete from ${table} where account_id = ${accountId} and ${target} = ${id}`.execute(tx)
    await sql`delete from account_blocks where account_id = ${accountId}
      and not exists (select from blocked_developers where account_id = ${accountId})
      and not exists (select from blocked_games where account_id = ${accountId})`.execute(tx)
  })
}

async function countBlocks(tx: Tx, accountId: string, kind: BlockKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${BLOCKED[kind].table} where account_id = ${accountId}`.execute(tx)
  return rows[0]?.count ?? 0
}
