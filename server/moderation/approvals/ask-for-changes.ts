import { REVIEW_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { GameRow } from '../../platform/database/tables.ts'
import { addRevision } from './follow.ts'

/**
 * Returns a game to its developer for changes after a report; the saved changes then enter the queue. The game's row is
 * locked.
 * @returns the review and the revision that must change; null for a draft, which gets no review
 */
export async function askForChanges(
  tx: Tx,
  game: Pick<GameRow, 'id' | 'status' | 'review'>,
  now: Date,
): Promise<{ review_id: string; revision: number } | null> {
  if (game.status === 'draft') return null
  const open = await tx
    .updateTable('game_reviews')
    .set(({ fn, val }) => ({ state: 'seller', seller_since: fn.coalesce('seller_since', val(now)) }))
    .where('game_id', '=', game.id)
    .where('state', '!=', 'decided')
    .returning(['id', 'revision'])
    .executeTakeFirst()
  if (game.review === 'waiting')
    await tx.updateTable('games').set({ review: 'changes_needed' }).where('id', '=', game.id).execute()
  return open ? { review_id: open.id, revision: open.revision } : openForChanges(tx, game.id, now)
}

async function openForChanges(tx: Tx, gameId: string, now: Date) {
  const id = uuid()
  await tx
    .insertInto('game_reviews')
    .values({
      id,
      game_id: gameId,
      reason: 'report',
      is_before: false,
      state: 'seller',
      sent_at: now,
      seller_since: now,
      due_at: new Date(now.getTime() + REVIEW_HOURS.report * 3_600_000),
    })
    .execute()
  await addRevision(tx, { reviewId: id, gameId, revision: 1, now })
  return { review_id: id, revision: 1 }
}
