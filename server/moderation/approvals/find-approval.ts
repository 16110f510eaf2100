import type { Approval, ApprovalDetail, DecisionShown } from '@nofiller/contract/moderation/moderation'
import { appealHours, appealUntil, isRestriction } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import { findReviewerNotes } from '../../catalog/reviewer-notes.ts'
import { readRules } from '../../content/rules.ts'
import type { Account } from '../../platform/caller.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { toAppeal } from '../appeals/list-appeals.ts'
import { concerns, isReversed } from '../decisions/concerned.ts'
import { effectsOf } from '../decisions/effects.ts'
import { activeStrikes } from '../strikes/active-strikes.ts'
import { selectApprovals, toApproval } from './list-approvals.ts'
import { assetsOf, REQUESTED_WARNINGS, type Snapshot, snapshotOf } from './snapshot.ts'

type Viewer = { adminId: string; now: Date }

/** @throws HttpError 404 for none, or for one of the admin's own games */
export async function findApproval(db: Queryable, viewer: Viewer, reviewId: string): Promise<Approval> {
  return toApproval(await approvalRow(db, viewer, reviewId), viewer)
}

async function approvalRow(db: Queryable, { adminId }: Viewer, reviewId: string) {
  const row = await selectApprovals(db)
    .where('game_reviews.id', '=', reviewId)
    .where('games.developer_id', '!=', adminId)
    .executeTakeFirst()
  if (!row) throw notFound('This review no longer exists.')
  return row
}

/**
 * Everything an admin needs to decide. Records that they saw this revision: later changes are shown as changed.
 * @throws HttpError as `findApproval`
 */
export async function openApproval(
  { db, config }: Pick<Store, 'db' | 'config'>,
  viewer: Viewer,
  reviewId: string,
): Promise<ApprovalDetail> {
  const row = await approvalRow(db, viewer, reviewId)
  const game = await db
    .selectFrom('games')
    .selectAll()
    .where('id', '=', row.game_id)
    .executeTakeFirstOrThrow()
  const [assets, now, reviewerNotes, decisions, effects, rules, compared] = await Promise.all([
    assetsOf(db, game),
    snapshotOf(db, row.game_id),
    findReviewerNotes(db, row.game_id),
    decisionsOf(db, reviewId),
    effectsOf(db, row.game_id, row.developer_id),
    readRules(config),
    comparedWith(db, viewer, row.id, row.revision),
  ])
  return {
    ...toApproval(row, viewer),
    revision: row.revision,
    category: game.category,
    price: now.Price ?? '',
    tags: game.tags,
    warnings: [now.Warnings, now[REQUESTED_WARNINGS] && `${REQUESTED_WARNINGS}: ${now[REQUESTED_WARNINGS]}`]
      .filter(Boolean)
      .join('. '),
    reviewerNotes,
    description: now.Description ?? '',
    files: Object.entries(now).flatMap(([name, line]) =>
      /^(File|Demo) /.test(name) ? [`${name.replace(/^File /, '')}: ${line}`] : [],
    ),
    assets,
    changes: compared ? changesBetween(compared.snapshot, now) : [],
    changedSinceOpened: compared?.wasOpened ?? false,
    decisions,
    effects,
    rules: rules.map(({ id, title, version, points, reason }) => ({ id, title, version, points, reason })),
  }
}

/** The revision that this admin saw last, else the last decided one; null when that is the newest. */
async function comparedWith(
  db: Database,
  { adminId }: Viewer,
  reviewId: string,
  revision: number,
): Promise<{ snapshot: Snapshot; wasOpened: boolean } | null> {
  const seen = await db
    .selectFrom('game_revisions_seen')
    .select('revision')
    .where('review_id', '=', reviewId)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  const decided = await db
    .selectFrom('moderation_decisions')
    .select(({ fn }) => fn.max<number | null>('revision').as('revision'))
    .where('review_id', '=', reviewId)
    .executeTakeFirst()
  const last = decided?.revision ?? null
  const wasOpened = seen !== undefined && seen.revision > (last ?? 0) && seen.revision !== revision
  const base = wasOpened ? seen.revision : last
  if (base === null || base === revision) return null
  const { snapshot } = await db
    .selectFrom('game_revisions')
    .select('snapshot')
    .where('review_id', '=', reviewId)
    .where('revision', '=', base)
    .executeTakeFirstOrThrow()
  return { snapshot, wasOpened }
}

/** Records which revision an admin opened, unless they already opened one that is still undecided. */
export async function recordSeen(
  db: Queryable,
  adminId: string,
  { _id: review_id, revision, changedSinceOpened }: ApprovalDetail,
): Promise<void> {
  if (changedSinceOpened) return
  await db
    .insertInto('game_revisions_seen')
    .values({ review_id, admin_id: adminId, revision })
    .onConflict((at) => at.columns(['review_id', 'admin_id']).doUpdateSet({ revision }))
    .execute()
}

function changesBetween(before: Snapshot, now: Snapshot): ApprovalDetail['changes'] {
  const fields = [...new Set([...Object.keys(now), ...Object.keys(before)])]
  return fields.flatMap((field) =>
    before[field] === now[field] ? [] : [{ field, before: before[field] ?? '', now: now[field] ?? '' }],
  )
}

async function decisionsOf(db: Queryable, reviewId: string): Promise<ApprovalDetail['decisions']> {
  const rows = await selectDecisions(db)
    .where('review_id', '=', reviewId)
    .orderBy('decided_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...toDecision(row), by: row.by, note: row.note }))
}

/**
 * A decision that concerns the viewer, or any for an admin, who learns by none who wrote a review. Others read neither the appeal
 * of somebody else nor whose strikes there are. @throws HttpError 404
 */
export async function findDecision(db: Queryable, viewer: Account, decisionId: string, now: Date) {
  const row = await selectDecisions(db)
    .select(isReversed.as('is_reversed'))
    .where('moderation_decisions.id', '=', decisionId)
    // A developer is not notified of a report that changed nothing.
    .$if(viewer.role !== 'admin', (own) => own.where(concerns(viewer.id)).where('kind', '!=', 'leave'))
    .executeTakeFirst()
  if (!row) throw notFound()
  const appeal = await db
    .selectFrom('appeals')
    .selectAll()
    .where(sql<boolean>`${decisionId} in (decision_id, writer_decision_id)`)
    .where(appealsOf(viewer))
    .executeTakeFirst()
  const maySee = (accountId: string) => viewer.role === 'admin' || viewer.id === accountId
  return {
    ...toDecision(row),
    gameId: row.game_id,
    title: titleOf(row),
    appealUntil:
      isRestriction(row.kind) && !row.is_reversed ? appealUntil(row.decided_at).toISOString() : null,
    answerHours: appealHours(row.is_safety === true),
    appeal: appeal ? toAppeal(appeal) : null,
    strikes:
      isNamed(row, viewer) && maySee(row.developer_id) ? await activeStrikes(db, row.developer_id, now) : [],
  }
}

/** One's own appeal; for an admin that of whom the decision concerns, not those of many writers. */
const appealsOf = ({ id, role }: Account) =>
  role === 'admin' ? sql<boolean>`decision_id is not null` : sql<boolean>`developer_id = ${id}`

/** The game, or what of it was written about it. */
const titleOf = ({ title, about_review, about_answer }: Concerned & { title: string }): string => {
  if (about_review === null) return title
  return about_answer ? `Answer to a review of ${title}` : `Review of ${title}`
}

type Concerned = { developer_id: string | null; about_review: string | null; about_answer: boolean }

const isNamed = <Row extends Concerned>(row: Row, viewer: Account): row is Row & { developer_id: string } =>
  row.developer_id !== null &&
  (row.about_review === null || row.about_answer || row.developer_id === viewer.id)

const selectDecisions = (db: Queryable) =>
  db
    .selectFrom('moderation_decisions')
    .innerJoin('accounts', 'accounts.id', 'decided_by')
    .leftJoin('report_cases', 'report_cases.id', 'case_id')
    .selectAll('moderation_decisions')
    .select(['accounts.username as by', 'report_cases.is_safety'])

const toDecision = (
  row: Awaited<ReturnType<ReturnType<typeof selectDecisions>['execute']>>[number],
): DecisionShown => ({
  _id: row.id,
  kind: row.kind,
  rule: row.rule,
  statement: row.statement,
  decidedAt: row.decided_at.toISOString(),
})
