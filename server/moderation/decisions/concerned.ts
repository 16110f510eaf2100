import { sql } from 'kysely'

/**
 * Whether a row of `moderation_decisions` concerns an account: it is about the account's game, profile or review, or about days
 * in which the account wrote a review of the game.
 */
export const concerns = (accountId: string) => sql<boolean>`(
  moderation_decisions.developer_id = ${accountId}
  or exists (
    select from review_surges as surge join reviews on reviews.game_id = surge.game_id
      and reviews.created_on between surge.from_on and surge.until_on
    where surge.decision_id = moderation_decisions.id and reviews.account_id = ${accountId}))`

/** Whether a successful appeal took a row of `moderation_decisions` back: whoever else it concerned has nothing left to appeal. */
export const isReversed = sql<boolean>`exists (
  select from appeals
  where moderation_decisions.id in (appeals.decision_id, appeals.writer_decision_id) and appeals.outcome = 'reversed')`
