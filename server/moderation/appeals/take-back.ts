import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { writeSections } from '../../catalog/sections.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { closeApproval, reopenApproval } from '../approvals/close-approval.ts'
import { approve } from '../approvals/decide.ts'
import { restoreParts } from '../reviews/remove-parts.ts'

type Decision = Selectable<Tables['moderation_decisions']>

/** Undoes a decision's effect on its game. Later decisions by others, and every hold, stay. */
export async function takeBack(store: Store, tx: Tx, decision: Decision, now: Date): Promise<void> {
  const { game_id, developer_id } = decision
  await tx.deleteFrom('blocked_hashes').where('decision_id', '=', decision.id).execute()
  if (await restoreParts(tx, decision.id)) return void (await store.catalogChanged.announce(tx))
  if (!game_id || developer_id === null || decision.about_review !== null) return // a profile stays as its developer has it
  const isBack = (await bringPostBack(tx, decision.id)) || (await endWindow(tx, decision.id))
  if (isBack) return void (await store.catalogChanged.announce(tx))
  const game = await tx
    .selectFrom('games')
    .select(['id', 'tags', 'review'])
    .where('id', '=', game_id)
    .forUpdate()
    .executeTakeFirst()
  if (!game) return // it can be decided after it is deleted
  if (decision.kind === 'take_down' || decision.kind === 'seal') await bringBack(tx, game.id, decision, now)
  else if (decision.case_id) await dropChanges(tx, decision, now)
  else if (game.review) {
    await closeApproval(tx, game.id, now)
    await approve(tx, game.id, developer_id, now)
  }
  await writeSections(tx, game.id, game.tags)
  await store.catalogChanged.announce(tx)
}

/** A post that another decision removed too stays removed, by that one. @returns whether the decision had removed a post */
async function bringPostBack(tx: Tx, decisionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({
      removed_by: sql<string | null>`(
        select other.id from moderation_decisions as other join report_cases on report_cases.id = other.case_id
        where other.game_id = posts.game_id and other.kind = 'take_down' and other.id <> ${decisionId}
          and report_cases.part = 'post-' || posts.id
          and not exists (select from appeals where decision_id = other.id and outcome = 'reversed')
        order by other.decided_at limit 1)`,
    })
    .where('removed_by', '=', decisionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The reviews of its days count again, by a trigger. @returns whether the decision was about a surge */
async function endWindow(tx: Tx, decisionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('review_surges')
    .set({ state: 'normal' })
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Restores the game's earlier state wherever this decision set it: now, when a hold ends, and when a later
 * decision is reversed. The time of the decision tells its own take-down from any other.
 */
async function bringBack(tx: Tx, gameId: string, decision: Decision, now: Date): Promise<void> {
  const { was_suspended_at, was_suspended_reason, was_illegal, was_review, decided_at } = decision
  const before = { was_suspended_at, was_suspended_reason, was_illegal }
  const held = await tx
    .updateTable('game_holds')
    .set(before)
    .where('game_id', '=', gameId)
    .where('ended_at', 'is', null)
    .where('was_suspended_at', '=', decided_at)
    .returning('id')
    .execute()
  const later = await tx
    .updateTable('moderation_decisions')
    .set({ ...before, was_review })
    .where('game_id', '=', gameId)
    .where('was_suspended_at', '=', decided_at)
    .returning('id')
    .execute()
  const shown = await tx
    .updateTable('games')
    .set({
      suspended_at: was_suspended_at,
      suspended_reason: was_suspended_reason,
      is_illegal: was_illegal,
    })
    .where('id', '=', gameId)
    .where('suspended_at', '=', decided_at)
    .returning('id')
    .execute()
  if (was_review && later.length === 0 && held.length + shown.length > 0)
    await reopenApproval(tx, gameId, was_review, now)
}

/** A change that a report asked for is no longer required; an earlier review continues. */
async function dropChanges(tx: Tx, { review_id, game_id }: Decision, now: Date): Promise<void> {
  if (!review_id || !game_id) return
  const review = await tx
    .selectFrom('game_reviews')
    .select(['reason', 'state'])
    .where('id', '=', review_id)
    .executeTakeFirst()
  if (review?.reason === 'report') await closeApproval(tx, game_id, now)
  else if (review?.state === 'seller')
    await tx
      .updateTable('game_reviews')
      .set({
        state: 'waiting',
        seller_since: null,
        due_at: sql<Date>`due_at + (${now}::timestamptz - seller_since)`,
      })
      .where('id', '=', review_id)
      .execute()
  await tx
    .updateTable('games')
    .set({ review: 'waiting' })
    .where('id', '=', game_id)
    .where('review', '=', 'changes_needed')
    .execute()
}
