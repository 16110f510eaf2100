import { type GameApproval, REVIEW_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Ends the open review of a game that was settled in another way, by a take-down or by restoring it. */
export async function closeApproval(tx: Tx, gameId: string, now: Date): Promise<void> {
  await tx
    .updateTable('game_reviews')
    .set({ state: 'decided', decided_at: now, seller_since: null, claimed_by: null, claimed_until: null })
    .where('game_id', '=', gameId)
    .where('state', '!=', 'decided')
    .execute()
}

/** Reopens the review of a game that a take-down had ended; a rejected game stays rejected. */
export async function reopenApproval(tx: Tx, gameId: string, review: GameApproval, now: Date): Promise<void> {
  const isRejected = review === 'rejected'
  await tx
    .updateTable('games')
    .set({ review: isRejected ? 'rejected' : 'waiting' })
    .where('id', '=', gameId)
    .execute()
  if (isRejected) return
  await sql`update game_reviews set state = 'waiting', decided_at = null,
      due_at = ${now}::timestamptz + make_interval(hours => ${REVIEW_HOURS.first_game})
    where id = (select id from game_reviews where game_id = ${gameId} order by sent_at desc limit 1)`.execute(
    tx,
  )
}
