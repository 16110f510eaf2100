import type { Rule } from '@nofiller/contract/moderation/moderation'
import { appealHours } from '@nofiller/contract/moderation/moderation-rules'
import {
  decisionsAbout,
  isBlockedCategory,
  isSafetyCategory,
  postOfPart,
  type ReportDecisionKind,
  reportNumber,
} from '@nofiller/contract/reports/report-rules'
import type { ReportDecision } from '@nofiller/contract/reports/reports'
import { sql } from 'kysely'
import { askForChanges } from '../../moderation/approvals/ask-for-changes.ts'
import { closeApproval } from '../../moderation/approvals/close-approval.ts'
import { decisionMail, namedInMail } from '../../moderation/decisions/emails.ts'
import {
  assetNames,
  type Before,
  recordDecision,
  ruleOf,
} from '../../moderation/decisions/record-decision.ts'
import { recordLooks } from '../../moderation/looks.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { GameRow } from '../../platform/database/tables.ts'
import { conflict, unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { type CaseSubject, findCaseSubject } from '../case-subject.ts'
import { backMail, type Outcome, outcomeMail } from '../emails.ts'
import { blockFiles } from '../evidence/blocked-files.ts'
import { blockPictures } from '../evidence/blocked-pictures.ts'
import { endHold, type Standing } from '../holds/hold.ts'
import { auditedSubject, lockReportCase, type ReportCase } from '../queue.ts'
import { removeReported } from '../review-subject.ts'
import { refuseDestroyed } from '../sealed/decide-destruction.ts'

type Admin = Actor & { id: string }

/**
 * Closes a case: leaves its subject as it was, corrects it, asks for changes, takes the game down or removes parts of a review,
 * or seals the game as illegal. In
 * one transaction the decision is stored with its reasons, the hold ends, reporters get the result, and the developer is
 * notified of what is restricted or shown again, but not of a report that changed nothing.
 * @throws HttpError 403 `own_case`, `safety_only`, 404, 409 `already_decided`, `revision_changed`,
 *   `evidence_destroyed`, 422 with `fields`
 */
export async function decideCase(
  store: Store,
  actor: Admin,
  caseId: string,
  decision: ReportDecision,
): Promise<void> {
  const rule = await ruleOf(store, decision.kind, decision.rule)
  await store.db.transaction().execute(async (tx) => {
    const { reportCase, decider } = await lockReportCase(tx, actor, caseId)
    // Locks the game first, as a save does.
    const gameId = reportCase.gameId ?? reportCase.subjectId
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
    // And then the review, as its developer's answer does.
    await tx
      .selectFrom('reviews')
      .select('id')
      .where('id', '=', reportCase.subjectId)
      .forNoKeyUpdate()
      .execute()
    const subject = await findCaseSubject(tx, reportCase)
    refuse(reportCase, subject, decision)
    const names = decision.kind === 'leave' ? [] : assetNames(subject.assets, decision.assets)
    if (decision.kind === 'take_down') await refuseDestroyed(tx, reportCase.subjectId) // which would give files to owners again
    const decidedAt = store.clock()
    await close(tx, reportCase, decider, decision)
    const heldSince = await holdStart(tx, caseId)
    const about = { reportCase, subject, rule, names, heldSince, decidedAt }
    const decided = await record(store, tx, decider, decision, about)
    const wasHeld = await applyToGame(store, tx, decision, about)
    if (isAboutPost(reportCase, decision)) await removePost(store, tx, reportCase, decided.id)
    if (reportCase.subject === 'review' && decision.kind === 'take_down') {
      await removeReported(tx, reportCase, { id: decided.id, assets: decision.assets })
      await store.catalogChanged.announce(tx)
    }
    if (takesDown(decision.kind) && subject.game && isBlockedCategory(reportCase.category)) {
      const bad = { gameId: reportCase.subjectId, category: reportCase.category }
      const reported = { asset: subject.reported.id, pictureKeys: reportCase.pictureKeys }
      await blockFiles(store, tx, bad, { decisionId: decided.id, names })
      await blockPictures(store, tx, bad, { decisionId: decided.id, assets: decision.assets, reported })
    }
    await audit(tx, decider, {
      action: 'report_decided',
      ...auditedSubject(reportCase),
      reason: decision.answer,
      before: { held: wasHeld },
      after: {
        case: caseId,
        decision: decision.kind,
        ...(rule && { rule: rule.id, about: names }),
      },
    })
    await notifyDeveloper(store, tx, decision, { ...about, ...decided, wasHeld })
    await notifyReporters(store, tx, caseId, {
      isActed: decision.kind !== 'leave',
      rule,
      answer: decision.answer,
      isOwn: decider.own !== undefined,
    })
  })
  store.log.info({ caseId, by: actor.id, decision: decision.kind }, 'report decided')
}

/** A post is taken down by itself; to seal one is to seal its game. */
const isAboutPost = ({ postTitle }: ReportCase, { kind }: ReportDecision): boolean =>
  postTitle !== null && kind === 'take_down'

async function removePost(store: Store, tx: Tx, { part }: ReportCase, decisionId: string): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ removed_by: decisionId })
    .where('id', '=', postOfPart(part))
    .where('removed_by', 'is', null)
    .execute()
  await store.catalogChanged.announce(tx)
}

const takesDown = (kind: ReportDecisionKind): boolean => kind === 'take_down' || kind === 'seal'

function refuse(reportCase: ReportCase, subject: CaseSubject, decision: ReportDecision): void {
  if (takesDown(decision.kind) && reportCase.subject === 'developer')
    throw unprocessable({ kind: 'Suspend the developer on their own page, then say here that you acted.' })
  if (subject.isGone && !decisionsAbout(reportCase.subject, true).includes(decision.kind))
    throw unprocessable({ kind: 'This was deleted. There is nothing left to change or take down.' })
  if (!decisionsAbout(reportCase.subject, false).includes(decision.kind))
    throw unprocessable({ kind: 'Leave a review as it is, or remove what breaks a rule.' })
  if (reportCase.closedAt) throw conflict('already_decided', 'This report has already been decided.')
  if (subject.revision !== decision.revision)
    throw conflict('revision_changed', 'This was changed while you were looking at it.')
}

async function close(
  tx: Tx,
  { _id, subject, subjectId }: ReportCase,
  actor: Admin,
  decision: ReportDecision,
): Promise<void> {
  const closed = await tx
    .updateTable('report_cases')
    .set({
      closed_at: sql<Date>`now()`,
      looked_at: sql<Date>`coalesce(looked_at, now())`,
      closed_by: actor.id,
      outcome: decision.kind === 'leave' ? 'left' : 'acted',
      answer: decision.answer,
      note: decision.note || null,
    })
    .where('id', '=', _id)
    .where('closed_at', 'is', null)
    .returning('content_hash')
    .executeTakeFirst()
  if (!closed) throw conflict('already_decided', 'This report has already been decided.')
  if (decision.kind === 'leave' && subject === 'game') await recordLooks(tx, subjectId, [closed.content_hash])
}

async function holdStart(tx: Tx, caseId: string): Promise<Date | null> {
  const hold = await tx
    .selectFrom('game_holds')
    .select('started_at')
    .where('case_id', '=', caseId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return hold?.started_at ?? null
}

type About = {
  reportCase: ReportCase
  subject: CaseSubject
  rule: Rule | null
  /** What the decision is about, as the developer is told. */
  names: string[]
  heldSince: Date | null
  decidedAt: Date
}

/** Stores the decision with its reasons. Changes that a developer has to make re-enter the queue of reviews. */
async function record(
  store: Store,
  tx: Tx,
  actor: Admin,
  decision: ReportDecision,
  { reportCase, subject, rule, names, heldSince, decidedAt }: About,
): Promise<{ id: string; statement: string }> {
  const { kind, answer: text, note } = decision
  const { game } = subject
  const before = game && (await stateOf(tx, game))
  const changes = kind === 'changes_needed' && game ? await askForChanges(tx, game, decidedAt) : null
  return recordDecision(store, tx, {
    subject: {
      gameId: reportCase.subject === 'developer' ? null : (reportCase.gameId ?? reportCase.subjectId),
      title: reportCase.title,
      developerId: reportCase.developerId,
      post: reportCase.postTitle,
      ...(reportCase.subject === 'review' && {
        review: { id: reportCase.subjectId, isAnswer: reportCase.part === 'answer' },
      }),
    },
    basis: {
      case_id: reportCase._id,
      ...(changes ?? { content_hash: Buffer.from(subject.revision, 'hex') }),
    },
    kind,
    rule,
    assets: names,
    text,
    note,
    isPublic: game?.status === 'published' && before?.was_suspended_at === null,
    owners: subject.effects.owners,
    source: heldSince ? 'held' : 'report',
    appealHours: appealHours(isSafetyCategory(reportCase.category)),
    before: takesDown(kind) && !isAboutPost(reportCase, decision) ? before : null,
    decidedBy: actor,
    decidedAt,
  })
}

/** The state of a game, apart from its holds. */
async function stateOf(tx: Tx, game: GameRow): Promise<Before> {
  const hold = await tx
    .selectFrom('game_holds')
    .select(['was_suspended_at', 'was_suspended_reason', 'was_illegal'])
    .where('game_id', '=', game.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return {
    was_suspended_at: game.suspended_at,
    was_suspended_reason: game.suspended_reason,
    was_illegal: game.is_illegal,
    ...hold,
    was_review: game.review,
  }
}

/** @returns whether the game was held for this case */
async function applyToGame(
  store: Store,
  tx: Tx,
  decision: ReportDecision,
  { reportCase, subject: { game }, heldSince, decidedAt }: About,
): Promise<boolean> {
  if (!game) return false
  const isOfPost = isAboutPost(reportCase, decision)
  if (takesDown(decision.kind) && !isOfPost) await endApproval(tx, game.id, decidedAt)
  const wasHeld = await endHold(store, tx, {
    by: { case_id: reportCase._id },
    gameId: game.id,
    next: isOfPost ? null : nextStanding(decision, decidedAt),
  })
  if (decision.kind === 'seal') await openMoneyCases(tx, game.id, heldSince)
  return wasHeld
}

/** The next state of a game; null: its state before the hold. */
const nextStanding = ({ kind, answer }: ReportDecision, suspendedAt: Date): Standing | null =>
  takesDown(kind) ? { suspendedAt, reason: answer, isIllegal: kind === 'seal' } : null

/** A game that was taken down no longer waits for a review. */
async function endApproval(tx: Tx, gameId: string, now: Date): Promise<void> {
  await closeApproval(tx, gameId, now)
  await tx.updateTable('games').set({ review: null }).where('id', '=', gameId).execute()
}

/** Money that came while the game was on hold bought withheld goods: an admin decides about each order. */
async function openMoneyCases(tx: Tx, gameId: string, since: Date | null): Promise<void> {
  if (!since) return
  await sql`
    insert into payment_cases (order_id, kind, amount_cents)
    select orders.id, 'undeliverable', sum(item.price_cents)
    from orders join order_items as item on item.order_id = orders.id
    where item.game_id = ${gameId} and orders.status = 'PAID' and orders.paid_at >= ${since}
    group by orders.id
    on conflict (order_id, kind) do nothing`.execute(tx)
}

async function notifyDeveloper(
  { config, mail }: Store,
  tx: Tx,
  { kind, answer }: ReportDecision,
  decided: { reportCase: ReportCase; id: string; statement: string; wasHeld: boolean },
): Promise<void> {
  const { developerId } = decided.reportCase
  if (developerId === null || (kind === 'leave' && !decided.wasHeld)) return
  const title = titleInMail(decided.reportCase)
  const { email } = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', developerId)
    .executeTakeFirstOrThrow()
  const message =
    kind === 'leave'
      ? backMail(config, email, { title, answer })
      : decisionMail(config, { id: decided.id, kind, statement: decided.statement, title, email })
  await mail.queue(tx, message)
}

const titleInMail = ({ subject, subjectId, part, title }: ReportCase): string =>
  namedInMail({
    title,
    about_review: subject === 'review' ? subjectId : null,
    about_answer: part === 'answer',
  })

async function notifyReporters(store: Store, tx: Tx, caseId: string, outcome: Outcome): Promise<void> {
  const reports = await tx
    .updateTable('reports')
    .set({ told_at: sql<Date>`now()` })
    .where('case_id', '=', caseId)
    .returning(['number', 'email', 'confirmed_at'])
    .execute()
  for (const { number, email, confirmed_at } of reports)
    if (email && confirmed_at)
      await store.mail.queue(tx, outcomeMail(store.config, email, reportNumber(number), outcome))
}
