import { createHash, randomUUID } from 'node:crypto'
import type { BUYER_REVIEW_DECISIONS } from '@nofiller/contract/moderation/moderation-rules'
import type { Actor } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'

type ReviewDecision = {
  kind: (typeof BUYER_REVIEW_DECISIONS)[number]
  gameId: string
  /** The one review that it is about. */
  reviewId?: string
  title: string
  /** Whom it restricts: the developer of the game, or who wrote the review. */
  concernsId: string
  rule: { id: string; version: number } | null
  assets: string[]
  /** The admin's text. */
  text: string
  statement: string
  /** What the admin decided about, of which a hash is kept. */
  seen: string
  decidedBy: Actor & { id: string }
  decidedAt: Date
}

/** Keeps a decision about what buyers write, with its statement of reasons. It counts no points. @returns its id */
export async function recordReviewDecision(tx: Tx, decision: ReviewDecision): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('moderation_decisions')
    .values({
      id,
      game_id: decision.gameId,
      about_review: decision.reviewId ?? null,
      title: decision.title,
      developer_id: decision.concernsId,
      kind: decision.kind,
      rule: decision.rule?.id ?? null,
      rule_version: decision.rule?.version ?? null,
      assets: decision.assets,
      text: decision.text,
      statement: decision.statement,
      content_hash: createHash('sha256').update(decision.seen).digest(),
      own_initiative: true,
      decided_by: decision.decidedBy.id,
      single_admin: decision.decidedBy.own !== undefined,
      decided_at: decision.decidedAt,
    })
    .execute()
  return id
}
