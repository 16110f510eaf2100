import { auditChange } from '../catalog/audit-change.ts'
import { lockOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import type { Store } from '../store.ts'

type Pictures = Pick<GameRow, 'id' | 'card' | 'cover'>

/** What was said of the card and cover that a game has now; null without an answer about these. */
export async function explicitnessOf(db: Queryable, game: Pictures): Promise<boolean | null> {
  const answer = await db
    .selectFrom('explicit_cards')
    .select('is_explicit')
    .where('game_id', '=', game.id)
    .where('card', '=', game.card?.url ?? '')
    .where('cover', '=', game.cover?.url ?? '')
    .executeTakeFirst()
  return answer?.is_explicit ?? null
}

/** Stores what a developer says of the card and cover. @throws HttpError 404 */
export const answerExplicitCard = (
  { db }: Store,
  author: Account,
  gameId: string,
  explicit: boolean,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    const before = await explicitnessOf(tx, game)
    const answer = { card: game.card?.url ?? '', cover: game.cover?.url ?? '', is_explicit: explicit }
    await tx
      .insertInto('explicit_cards')
      .values({ game_id: gameId, ...answer })
      .onConflict((conflict) => conflict.column('game_id').doUpdateSet(answer))
      .execute()
    const change = { before: { explicitCard: before }, after: { explicitCard: explicit } }
    await auditChange(tx, author, game, change)
  })
