import type { Tx } from '../../platform/database/database.ts'

/** Ends the open review of a game whose public side was settled in another way, by a take-down or by bringing it back. */
export async function closeReview(tx: Tx, gameId: string, now: Date): Promise<void> {
  await tx
    .updateTable('game_reviews')
    .set({ state: 'decided', decided_at: now, seller_since: null, claimed_by: null, claimed_until: null })
    .where('game_id', '=', gameId)
    .where('state', '!=', 'decided')
    .execute()
}
