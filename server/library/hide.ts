import type { Account } from '../platform/caller.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { ownsAny } from './grants.ts'

/**
 * Hides a game in the caller's library, or shows it again. It stays theirs.
 * @throws HttpError 404 when nothing of the game is owned
 */
export async function setHidden(
  { db }: Store,
  account: Account,
  gameId: string,
  hidden: boolean,
): Promise<{ hidden: boolean }> {
  if (!(await ownsAny(db, account.id, gameId))) throw notFound()
  if (hidden)
    await db
      .insertInto('hidden_games')
      .values({ account_id: account.id, game_id: gameId })
      .onConflict((known) => known.doNothing())
      .execute()
  else
    await db
      .deleteFrom('hidden_games')
      .where('account_id', '=', account.id)
      .where('game_id', '=', gameId)
      .execute()
  return { hidden }
}
