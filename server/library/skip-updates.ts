import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { ownsAny } from './grants.ts'

/**
 * Mutes the updates of a game of the caller's, or hears of them again; skips a release, or takes back what was skipped (VE7).
 * @throws HttpError 404 when nothing of the game is owned, or for a release of another game
 */
export async function setUpdates(
  { db }: Store,
  account: Account,
  gameId: string,
  { muted, skipped }: { muted?: boolean | undefined; skipped?: string | null | undefined },
): Promise<void> {
  if (!(await ownsAny(db, account.id, gameId))) throw notFound()
  await db.transaction().execute(async (tx) => {
    if (muted === true) await muteGame(tx, account.id, gameId)
    if (muted === false) await unmuteGame(tx, account.id, gameId)
    if (skipped) await skip(tx, account.id, gameId, skipped)
    if (skipped === null)
      await sql`delete from skipped_releases where account_id = ${account.id}
        and release_id in (select id from releases where game_id = ${gameId})`.execute(tx)
  })
}

/** Whether the reader of a `notice` muted its game. */
export const isMuted = sql<boolean>`exists (
  select from muted_games as muted where muted.account_id = notice.account_id and muted.game_id = notice.game_id
)`

/** Mutes the updates of a game for an account. A game that is gone needs no muting. */
export const muteGame = (db: Queryable, accountId: string, gameId: string) =>
  sql`insert into muted_games (account_id, game_id) select ${accountId}, id from games where id = ${gameId}
    on conflict do nothing`.execute(db)

const unmuteGame = (tx: Tx, accountId: string, gameId: string) =>
  tx.deleteFrom('muted_games').where('account_id', '=', accountId).where('game_id', '=', gameId).execute()

async function skip(tx: Tx, accountId: string, gameId: string, releaseId: string): Promise<void> {
  const release = await tx
    .selectFrom('releases')
    .select('id')
    .where('id', '=', releaseId)
    .where('game_id', '=', gameId)
    .where('live_at', 'is not', null)
    .executeTakeFirst()
  if (!release) throw notFound()
  await tx
    .insertInto('skipped_releases')
    .values({ account_id: accountId, release_id: releaseId })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Skips every release that is an update for an account now. @returns of how many releases it hears no more */
export async function skipUpdates({ db }: Store, account: Account): Promise<{ skipped: number }> {
  const { rows } = await sql`
    insert into skipped_releases (account_id, release_id)
    select distinct updated.account_id, file.release_id
    from account_updates as updated
    join account_files as file on file.account_id = updated.account_id and file.id = updated.file_id
    where updated.account_id = ${account.id} and file.release_id is not null
    on conflict do nothing
    returning release_id`.execute(db)
  return { skipped: rows.length }
}
