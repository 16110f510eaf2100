import { REVIEW_TEXT } from '@nofiller/contract/reviews/review-rules'
import type { Account } from '../platform/caller.ts'
import { conflict } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { removed } from './save-review.ts'

/**
 * Removes the caller's review of a game with its versions, votes and answer; without one it changes nothing.
 * @throws HttpError 409 `review_removed` for one of which a decision removed a part, `in_unusual_days` for one of days that a
 * decision leaves uncounted: either may be appealed
 */
export const removeReview = (
  { db, catalogChanged }: Pick<Store, 'db' | 'catalogChanged'>,
  account: Account,
  gameId: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // As counting locks it: two who change reviews of one game never wait for each other in turn.
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forNoKeyUpdate().execute()
    const review = await tx
      .selectFrom('reviews')
      .select(['id', 'removed_by', 'text_removed_by', 'username_removed_by', 'mark'])
      .where('game_id', '=', gameId)
      .where('account_id', '=', account.id)
      .executeTakeFirst()
    if (!review) return
    if (review.removed_by ?? review.text_removed_by ?? review.username_removed_by) throw removed()
    // Written anew it would lie in another day, and count.
    if (review.mark === 'surge') throw conflict('in_unusual_days', REVIEW_TEXT.unusualDays)
    await tx.deleteFrom('reviews').where('id', '=', review.id).execute()
    await catalogChanged.announce(tx) // what was taken back is gone from cached pages at once
  })
