import type { ReviewerNotes } from '@nofiller/contract/authoring/reviewer-notes'
import type { Queryable } from '../platform/database/database.ts'

/** A developer's note to the reviewers of a game; only for these two. */
export async function findReviewerNotes(db: Queryable, gameId: string): Promise<ReviewerNotes> {
  const notes = await db
    .selectFrom('reviewer_notes')
    .select(['adults_stated_at', 'strongest_scene'])
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  return {
    adultsStatedAt: notes?.adults_stated_at?.toISOString() ?? null,
    strongestScene: notes?.strongest_scene ?? '',
  }
}
