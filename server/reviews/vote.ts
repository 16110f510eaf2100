import { REVIEW_TEXT } from '@nofiller/contract/reviews/review-rules'
import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { forbidden, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { countInDay } from './day-limits.ts'
import { mayReview } from './may-review.ts'
import { findReviewFacts } from './standing.ts'

type Voting = { game_id: string; is_writer: boolean; is_voted: boolean }

/**
 * Says that a review helped; again changes nothing (RV7). There is no vote against one. Who may review a game may vote.
 * @throws HttpError 404, 403 `not_an_owner`, `own_review`, `own_game`, `too_early`, 429 after a hundred of a day
 */
export async function voteHelpful(store: Store, account: Account, reviewId: string): Promise<void> {
  const { rows } = await sql<Voting>`
    select review.game_id, review.account_id is not distinct from ${account.id} as is_writer,
      exists (select from review_votes where review_id = review.id and account_id = ${account.id}) as is_voted
    from reviews as review where review.id = ${reviewId} and review.is_shown`.execute(store.db)
  const [voting] = rows
  const facts = voting && (await findReviewFacts(store.db, account.id, voting.game_id))
  if (!facts) throw notFound()
  if (voting.is_writer) throw forbidden('You wrote this review.', 'own_review')
  const { state } = mayReview(facts, store.clock())
  if (state !== 'may')
    throw forbidden(state === 'too_early' ? REVIEW_TEXT.voteLater : REVIEW_TEXT.vote, state)
  if (voting.is_voted) return
  await countInDay(store, 'review-vote', account.id)
  await store.db
    .insertInto('review_votes')
    .values({ review_id: reviewId, account_id: account.id })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Takes the vote back; without one it changes nothing. */
export const withdrawVote = ({ db }: Pick<Store, 'db'>, { id }: Account, reviewId: string) =>
  db.deleteFrom('review_votes').where('review_id', '=', reviewId).where('account_id', '=', id).execute()
