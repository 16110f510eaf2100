import { foldName } from '@nofiller/contract/accounts/names'
import type { RemovedPart } from '@nofiller/contract/reviews/review-rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** A part of a review; a pen name is gone from all reviews that are signed with it. */
export type ReviewPart =
  | { reviewId: string; part: Exclude<RemovedPart, 'pen_name'> }
  | { reviewId: string; part: 'pen_name'; name: string }

/**
 * Removes parts of reviews by a decision. The columns that readers are shown by hold the decision that came first; every
 * decision is kept, so that a part is back only when none stands any more. Triggers count the reviews anew.
 */
export async function removeParts(tx: Tx, decisionId: string, parts: readonly ReviewPart[]): Promise<void> {
  if (parts.length === 0) return
  await tx
    .insertInto('review_removals')
    .values(
      parts.map((each) => ({
        decision_id: decisionId,
        review_id: each.reviewId,
        part: each.part,
        pen_name: each.part === 'pen_name' ? foldName(each.name) : null,
      })),
    )
    .execute()
  await lockGames(tx, decisionId)
  const removed = (part: RemovedPart) =>
    sql`(select review_id from review_removals where decision_id = ${decisionId} and part = ${part})`
  await sql`update reviews set text_removed_by = coalesce(text_removed_by, ${decisionId})
    where id in ${removed('text')}`.execute(tx)
  await sql`update reviews set username_removed_by = coalesce(username_removed_by, ${decisionId})
    where id in ${removed('username')}`.execute(tx)
  await sql`update reviews set removed_by = coalesce(removed_by, ${decisionId}), removed_at = coalesce(removed_at, now())
    where id in ${removed('review')}`.execute(tx)
  await sql`update review_answers set removed_by = coalesce(removed_by, ${decisionId}), removed_at = coalesce(removed_at, now())
    where review_id in ${removed('answer')}`.execute(tx)
  await sql`update pen_names set removed_by = coalesce(removed_by, ${decisionId})
    where folded in (select pen_name from review_removals where decision_id = ${decisionId})`.execute(tx)
}

/**
 * Restores what a decision removed of reviews, except for what another decision that stands removed too.
 * @returns whether it had removed something
 */
export async function restoreParts(tx: Tx, decisionId: string): Promise<boolean> {
  const restored = await tx
    .updateTable('review_removals')
    .set({ restored_at: sql<Date>`now()` })
    .where('decision_id', '=', decisionId)
    .where('restored_at', 'is', null)
    .returning('part')
    .execute()
  await lockGames(tx, decisionId)
  await sql`update reviews set text_removed_by = standing_removal(id, 'text')
    where text_removed_by = ${decisionId}`.execute(tx)
  await sql`update reviews set username_removed_by = standing_removal(id, 'username')
    where username_removed_by = ${decisionId}`.execute(tx)
  await sql`
    update reviews set removed_by = standing.by, removed_at = case when standing.by is not null then removed_at end
    from (select id, standing_removal(id, 'review') as by from reviews where removed_by = ${decisionId}) as standing
    where reviews.id = standing.id`.execute(tx)
  await sql`
    update review_answers set removed_by = standing.by, removed_at = case when standing.by is not null then removed_at end
    from (select review_id, standing_removal(review_id, 'answer') as by from review_answers
      where removed_by = ${decisionId}) as standing
    where review_answers.review_id = standing.review_id`.execute(tx)
  await sql`
    update pen_names set removed_by = (select decision_id from review_removals
      where pen_name = pen_names.folded and restored_at is null order by decision_id limit 1)
    where removed_by = ${decisionId}`.execute(tx)
  return restored.length > 0
}

/** In one order, as counting locks them. */
async function lockGames(tx: Tx, decisionId: string): Promise<void> {
  await sql`
    select from games where id in (
      select game_id from reviews join review_removals on review_removals.review_id = reviews.id
      where decision_id = ${decisionId})
    order by id for no key update`.execute(tx)
}
