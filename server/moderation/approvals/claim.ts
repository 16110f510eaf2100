import { CLAIM_MINUTES } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'

/**
 * Claims a review for `CLAIM_MINUTES`, or extends the claim. Of several concurrent admins one gets it.
 * @throws HttpError 403 `own_case`, 404, 409 `claimed_by_other` with the admin who has it
 */
export async function claimApproval(
  { db, clock }: Store,
  admin: Actor,
  reviewId: string,
  { takeOver }: { takeOver: boolean },
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const approval = await lockApproval(tx, reviewId)
    await refuseOwn(tx, admin, [approval.developer_id])
    const holder =
      approval.claimed_by && approval.claimed_until && approval.claimed_until > now ? approval : null
    const isOthers = holder !== null && holder.claimed_by !== admin.id
    if (isOthers && !takeOver) throw claimedBy(holder.claimant)
    await hold(tx, reviewId, admin.id, now)
    if (holder === null || isOthers)
      await auditClaim(tx, admin, approval, {
        action: 'review_claimed',
        before: isOthers ? approval.claimant : null,
      })
  })
}

/** Ends the admin's own claim; other claims stay. */
export async function letGo({ db }: Store, admin: Actor, reviewId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const approval = await lockApproval(tx, reviewId)
    if (approval.claimed_by !== admin.id || approval.state !== 'waiting') return
    await tx
      .updateTable('game_reviews')
      .set({ claimed_by: null, claimed_until: null })
      .where('id', '=', reviewId)
      .execute()
    await auditClaim(tx, admin, approval, { action: 'review_let_go', before: admin.name })
  })
}

/** Ends all claims of an admin who logs out. A review reserved for the admin who asked for changes stays reserved. */
export async function letGoOfAll({ db, clock }: Store, adminId: string): Promise<void> {
  const latest = new Date(clock().getTime() + CLAIM_MINUTES * 60_000)
  await db
    .updateTable('game_reviews')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', '=', adminId)
    .where('state', '=', 'waiting')
    .where('claimed_until', '<=', latest)
    .execute()
}

const auditClaim = (
  tx: Tx,
  admin: Actor,
  { game_id, title }: { game_id: string; title: string },
  { action, before }: { action: 'review_claimed' | 'review_let_go'; before: string | null },
) =>
  audit(tx, admin, {
    action,
    kind: 'game',
    id: game_id,
    name: title,
    reason: null,
    before: { heldBy: before },
    after: { heldBy: action === 'review_claimed' ? admin.name : null },
  })

/** A review, its game and its claim, with its row locked until the transaction ends. @throws HttpError 404 */
export async function lockApproval(tx: Tx, reviewId: string) {
  // Separately, because a join that waits for a lock shows the other tables as they were before.
  await tx.selectFrom('game_reviews').select('id').where('id', '=', reviewId).forUpdate().execute()
  const approval = await tx
    .selectFrom('game_reviews')
    .innerJoin('games', 'games.id', 'game_reviews.game_id')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .leftJoin('accounts as claimant', 'claimant.id', 'game_reviews.claimed_by')
    .selectAll('game_reviews')
    .select(['games.title', 'games.slug', 'games.tags', 'games.developer_id', 'games.review'])
    .select(['developer.email', 'developer.first_game_approved_at', 'claimant.username as claimant'])
    .where('game_reviews.id', '=', reviewId)
    .executeTakeFirst()
  if (!approval) throw notFound('This review no longer exists.')
  return approval
}

async function hold(tx: Tx, reviewId: string, adminId: string | null, now: Date): Promise<void> {
  const until = new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  await tx
    .updateTable('game_reviews')
    .set({
      claimed_by: adminId,
      // The admin who asked for changes keeps the review for longer than one claim.
      claimed_until: sql<Date>`case when claimed_by = ${adminId} then greatest(claimed_until, ${until}) else ${until}::timestamptz end`,
    })
    .where('id', '=', reviewId)
    .execute()
}

export const claimedBy = (name: string | null) =>
  conflict('claimed_by_other', `${name ?? 'Another admin'} is looking at this game.`)
