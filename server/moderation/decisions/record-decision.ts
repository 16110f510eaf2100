import type { Asset, Rule } from '@nofiller/contract/moderation/moderation'
import {
  type DecisionKind,
  type GameApproval,
  needsRule,
} from '@nofiller/contract/moderation/moderation-rules'
import { v7 as uuid } from 'uuid'
import { readRules } from '../../content/rules.ts'
import type { Actor } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queueEvent } from '../../webhooks/queue-event.ts'
import { type Reasons, statementOf } from './statement.ts'

/** The game's state before a decision, which a reversal restores. */
export type Before = {
  was_suspended_at: Date | null
  was_suspended_reason: string | null
  was_illegal: boolean
  was_review: GameApproval | null
}

export type NewRecord = {
  /**
   * The subject; a profile has no game. `post` is the title of the one post of a game that it is about, `review` the owner's
   * review of the game. Nobody is concerned by one whose account was deleted.
   */
  subject: {
    gameId: string | null
    title: string
    developerId: string | null
    post?: string | null
    review?: { id: string; isAnswer: boolean }
  }
  /** The revision that the admin reviewed. */
  basis: { case_id?: string; own_initiative?: true } & (
    | { review_id: string; revision: number }
    | { content_hash: Buffer }
  )
  note: string
  before: Before | null
  decidedBy: Actor & { id: string }
} & Omit<Reasons, 'storeName' | 'subject' | 'title' | 'post'>

/**
 * Keeps a decision with its statement of reasons, word for word as it is mailed. The database refuses one without reasons,
 * and every later change of it.
 * @throws HttpError 403 `own_case`
 */
export async function recordDecision(
  { config }: Pick<Store, 'config'>,
  tx: Tx,
  decision: NewRecord,
): Promise<{ id: string; statement: string }> {
  const { subject, rule } = decision
  const decider = await refuseOwn(tx, decision.decidedBy, [subject.developerId])
  const id = uuid()
  const statement = statementOf({
    ...decision,
    storeName: config.STORE_NAME,
    subject: subjectOf(decision),
    title: subject.title,
    ...(subject.post && { post: subject.post }),
  })
  await tx
    .insertInto('moderation_decisions')
    .values({
      id,
      ...decision.basis,
      ...decision.before,
      game_id: subject.gameId,
      title: subject.title,
      developer_id: subject.developerId,
      about_review: subject.review?.id ?? null,
      about_answer: subject.review?.isAnswer ?? false,
      kind: decision.kind,
      rule: rule?.id ?? null,
      rule_version: rule?.version ?? null,
      assets: [...decision.assets],
      points: pointsOf(decision),
      text: decision.text,
      note: decision.note || null,
      statement,
      decided_by: decider.id,
      single_admin: decider.own !== undefined,
      decided_at: decision.decidedAt,
    })
    .execute()
  await tellDeveloper(tx, id, decision)
  return { id, statement }
}

/** The developer's endpoints hear of decisions about a game itself, not of reviews, and of no report that led to nothing. */
async function tellDeveloper(tx: Tx, decisionId: string, { subject, kind }: NewRecord): Promise<void> {
  const { gameId, title: game, developerId, review } = subject
  if (gameId === null || developerId === null || review || kind === 'leave') return
  await queueEvent(tx, developerId, 'game.moderation', { gameId, game, decisionId, decision: kind })
}

function subjectOf({ kind, subject: { gameId, review } }: NewRecord): Reasons['subject'] {
  if (kind === 'suspend') return 'account'
  if (review) return review.isAnswer ? 'answer' : 'review'
  return gameId === null ? 'profile' : 'game'
}

/**
 * Changes that a review requests before approval count as no strike, nor does a suspension, nor what somebody wrote about
 * another's game: admins see strikes, and not who writes reviews (RV14).
 */
function pointsOf({ rule, kind, basis, subject: { review } }: NewRecord): number {
  const isNoStrike =
    kind === 'suspend' || (kind === 'changes_needed' && !basis.case_id) || review?.isAnswer === false
  return rule === null || isNoStrike ? 0 : rule.points
}

/** The rule that a decision names; null for one that needs none. @throws HttpError 422 for an unknown rule */
export async function ruleOf(
  { config }: Pick<Store, 'config'>,
  kind: DecisionKind,
  id: string | null,
): Promise<Rule | null> {
  if (!needsRule(kind)) return null
  const rule = (await readRules(config)).find((each) => each.id === id)
  if (!rule) throw unprocessable({ rule: 'This rule no longer exists.' })
  return rule
}

/** The names of the parts that a decision is about. @throws HttpError 422 for an unknown part */
export const assetNames = (known: readonly Asset[], ids: readonly string[]): string[] =>
  ids.map((id) => {
    const asset = known.find((each) => each.id === id)
    if (!asset) throw unprocessable({ assets: 'One of these no longer exists.' })
    return asset.name
  })
