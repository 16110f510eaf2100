import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { forbidden, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { countInDay } from './day-limits.ts'

type Voting = { is_writer: boolean; is_developer: boolean; is_owner: boolean; is_voted: boolean }

/**
 * Says that a review helped; again changes nothing (RV7). There is no vote against one.
 * @throws HttpError 404, 403 `not_an_owner`, `own_review`, `own_game`, 429 after a hundred of a day
 */
export async function voteHelpful(store: Store, account: Account, reviewId: string): Promise<void> {
  const { rows } = await sql<Voting>`
    select review.account_id is not distinct from ${account.id} as is_writer,
      games.developer_id = ${account.id} as is_developer,
      exists (select from grants where account_id = ${account.id} and game_id = games.id and file_id is null) as is_owner,
      exists (select from review_votes where review_id = review.id and account_id = ${account.id}) as is_voted
    from reviews as review join games on games.id = review.game_id
    where review.id = ${reviewId} and review.is_shown`.execute(store.db)
  const [voting] = rows
  if (!voting) throw notFound()
  if (voting.is_writer) throw forbidden('You wrote this review.', 'own_review')
  if (voting.is_developer) throw forbidden('Only owners of the game can say that.', 'own_game')
  if (!voting.is_owner) throw forbidden('Only owners of the game can say that.', 'not_an_owner')
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
