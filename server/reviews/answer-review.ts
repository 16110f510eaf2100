import { answerProblem, REVIEW_TEXT } from '@nofiller/contract/reviews/review-rules'
import type { Review } from '@nofiller/contract/reviews/reviews'
import { sql } from 'kysely'
import { selectReviews } from '../catalog/game-reviews.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { announceAnswer } from './announce-answer.ts'

/**
 * Answers a review of one of the caller's own games, once; a second time changes the answer, with its date (RV8).
 * @throws HttpError 404 for a review that nobody sees, or of another's game, 409 `answer_removed`, 422 with `fields`
 */
export async function answerReview(
  { db, jobs, catalogChanged }: Store,
  developer: Account,
  reviewId: string,
  written: string,
): Promise<NonNullable<Review['answer']>> {
  const text = written.trim()
  const problem = answerProblem(text)
  if (problem) throw unprocessable({ text: problem })
  return db.transaction().execute(async (tx) => {
    await lockReview(tx, developer, reviewId)
    const before = await tx
      .selectFrom('review_answers')
      .select(['text', 'removed_at'])
      .where('review_id', '=', reviewId)
      .executeTakeFirst()
    if (before?.removed_at) throw answerRemoved()
    if (!before) {
      await tx
        .insertInto('review_answers')
        .values({ review_id: reviewId, author_id: developer.id, text })
        .execute()
      await announceAnswer(jobs, tx, reviewId)
    } else if (before.text !== text) {
      await tx
        .updateTable('review_answers')
        .set({ text, edited_at: sql<Date>`now()` })
        .where('review_id', '=', reviewId)
        .execute()
      await catalogChanged.announce(tx)
    }
    const { answer } = await selectReviews(tx).where('reviews.id', '=', reviewId).executeTakeFirstOrThrow()
    if (!answer) throw notFound()
    return answer
  })
}

const answerRemoved = () =>
  conflict('answer_removed', 'A decision removed this answer. You can appeal it on the decision’s page.')

/** Removes the answer; without one it changes nothing. @throws HttpError 404, 409 `answer_removed` */
export const removeAnswer = (
  { db, catalogChanged }: Store,
  developer: Account,
  reviewId: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockReview(tx, developer, reviewId)
    const answer = await tx
      .selectFrom('review_answers')
      .select('removed_at')
      .where('review_id', '=', reviewId)
      .executeTakeFirst()
    if (answer?.removed_at) throw answerRemoved()
    await tx.deleteFrom('review_answers').where('review_id', '=', reviewId).execute()
    await catalogChanged.announce(tx)
  })

/** Only who made the game answers for it, no admin in their name. @throws HttpError 404 */
async function lockReview(tx: Tx, developer: Account, reviewId: string): Promise<void> {
  const review = await tx
    .selectFrom('reviews')
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .select('reviews.id')
    .where('reviews.id', '=', reviewId)
    .where('reviews.is_shown', '=', true)
    .where('games.developer_id', '=', developer.id)
    .forNoKeyUpdate(['reviews'])
    .executeTakeFirst()
  if (!review) throw notFound(REVIEW_TEXT.answeredNothing)
}
