import type { NewDecision, Rule } from '@nofiller/contract/moderation/moderation'
import { appealHours } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import { writeSections } from '../../catalog/sections.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { ownersOf } from '../decisions/effects.ts'
import { decisionMail } from '../decisions/emails.ts'
import { assetNames, recordDecision, ruleOf } from '../decisions/record-decision.ts'
import { recordLookAtAll } from '../looks.ts'
import { claimedBy, lockApproval } from './claim.ts'
import { applyRequestedWarnings } from './look-again.ts'
import { assetsOf } from './snapshot.ts'

type Locked = Awaited<ReturnType<typeof lockApproval>>
type Admin = Actor & { id: string }

/**
 * Decides about a waiting game, in one transaction with its effect, the email to its developer and the audit log.
 * @throws HttpError 404, 403 `own_case`, 409 `claimed_by_other`, `revision_changed`, `already_decided`, 422 with
 *   `fields`
 */
export async function decideApproval(
  store: Store,
  admin: Admin,
  reviewId: string,
  decision: NewDecision,
): Promise<void> {
  const rule = await ruleOf(store, decision.kind, decision.rule)
  await store.db.transaction().execute(async (tx) => {
    // Locks the game first, as a save does.
    const { game_id } = await gameOf(tx, reviewId)
    const game = await tx
      .selectFrom('games')
      .selectAll()
      .where('id', '=', game_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const approval = await lockApproval(tx, reviewId)
    const decider = await refuseOwn(tx, admin, [approval.developer_id])
    refuse(approval, admin, decision, store.clock())
    const assets = assetNames(await assetsOf(tx, game), decision.assets)
    await write(store, tx, decider, approval, { ...decision, assets }, rule)
  })
  store.log.info({ reviewId, by: admin.id, kind: decision.kind }, 'review decided')
}

async function gameOf(tx: Tx, reviewId: string) {
  const approval = await tx
    .selectFrom('game_reviews')
    .select('game_id')
    .where('id', '=', reviewId)
    .executeTakeFirst()
  if (!approval) throw notFound('This review no longer exists.')
  return approval
}

function refuse(approval: Locked, admin: Admin, { revision }: NewDecision, now: Date): void {
  if (approval.state !== 'waiting') throw conflict('already_decided', 'This was decided in the meantime.')
  const isHeld = approval.claimed_until !== null && approval.claimed_until > now
  if (isHeld && approval.claimed_by !== admin.id) throw claimedBy(approval.claimant)
  if (approval.revision !== revision)
    throw conflict('revision_changed', 'The developer changed this game while you were looking at it.')
}

async function write(
  store: Store,
  tx: Tx,
  admin: Admin,
  approval: Locked,
  decision: NewDecision,
  rule: Rule | null,
): Promise<void> {
  const { kind, text, note } = decision
  const decidedAt = store.clock()
  const assets = kind === 'approve' ? [] : decision.assets
  const decided = await recordDecision(store, tx, {
    subject: { gameId: approval.game_id, title: approval.title, developerId: approval.developer_id },
    basis: { review_id: approval.id, revision: approval.revision },
    kind,
    rule,
    assets,
    text,
    note,
    isPublic: approval.review === null,
    owners: await ownersOf(tx, approval.game_id),
    source: 'review',
    appealHours: appealHours(false),
    before: null,
    decidedBy: admin,
    decidedAt,
  })
  await close(tx, approval, kind, decidedAt)
  await applyToGame(store, tx, approval, decision, decidedAt)
  await audit(tx, admin, {
    action: 'review_decided',
    kind: 'game',
    id: approval.game_id,
    name: approval.title,
    reason: text || null,
    before: { review: approval.review },
    after: { decision: kind, ...(rule && { rule: rule.id }), ...(assets.length > 0 && { about: assets }) },
  })
  await store.mail.queue(
    tx,
    decisionMail(store.config, { ...decided, kind, title: approval.title, email: approval.email }),
  )
}

async function close(tx: Tx, { id }: Locked, kind: NewDecision['kind'], now: Date): Promise<void> {
  const end =
    kind === 'changes_needed'
      ? ({ state: 'seller', seller_since: now } as const)
      : ({ state: 'decided', decided_at: now, claimed_by: null, claimed_until: null } as const)
  await tx.updateTable('game_reviews').set(end).where('id', '=', id).execute()
}

/** A public game stays public while its developer changes it, unless it is rejected. */
async function applyToGame(
  { catalogChanged }: Store,
  tx: Tx,
  { game_id, developer_id, review, tags }: Locked,
  { kind, text }: NewDecision,
  now: Date,
): Promise<void> {
  if (kind === 'approve') await approve(tx, game_id, developer_id, now)
  if (kind === 'changes_needed' && review !== null)
    await tx.updateTable('games').set({ review: 'changes_needed' }).where('id', '=', game_id).execute()
  if (kind === 'reject')
    await tx
      .updateTable('games')
      .set({
        review: 'rejected',
        suspended_at: sql<Date>`coalesce(suspended_at, ${now})`,
        suspended_reason: text,
      })
      .where('id', '=', game_id)
      .execute()
  await writeSections(tx, game_id, tags)
  await catalogChanged.announce(tx)
}

/**
 * Shows a game that a review hides, sets its warnings as its developer requested, and lets the developer publish directly
 * from now on. An already public game keeps its date.
 */
export async function approve(tx: Tx, gameId: string, developerId: string, now: Date): Promise<void> {
  await applyRequestedWarnings(tx, gameId)
  await tx
    .updateTable('games')
    .set({
      review: null,
      suspended_at: null,
      suspended_reason: null,
      published_at: sql<Date>`case when exists (select from game_reviews where game_id = games.id and is_before)
        then ${now} else published_at end`,
    })
    .where('id', '=', gameId)
    .where('review', 'is not', null)
    .execute()
  await tx
    .updateTable('accounts')
    .set({ first_game_approved_at: now })
    .where('id', '=', developerId)
    .where('first_game_approved_at', 'is', null)
    .execute()
  await recordLookAtAll(tx, gameId)
}
