import { v7 as uuid } from 'uuid'
import { snapshotOf } from '../moderation/approvals/snapshot.ts'
import { statementOf } from '../moderation/decisions/statement.ts'
import type { Tx } from '../platform/database/database.ts'

const HOUR_MS = 3_600_000
const STORE_NAME = 'No Filler'

/** A new game that waits for a look while it is public, and an earlier one of the demo's developer that was approved. */
export async function plantApprovals(tx: Tx, developerId: string, adminId: string, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const waits = await newestGame(tx, developerId, '!=')
  await plantApproval(tx, waits.id, hoursAgo(20), null)
  const approved = await newestGame(tx, developerId, '=')
  const reviewId = await plantApproval(tx, approved.id, hoursAgo(400), hoursAgo(386))
  const decision = { kind: 'approve', title: approved.title, rule: null, assets: [], text: '' } as const
  await tx
    .insertInto('moderation_decisions')
    .values({
      id: uuid(),
      review_id: reviewId,
      game_id: approved.id,
      developer_id: developerId,
      ...decision,
      rule_version: null,
      assets: [],
      note: null,
      revision: 1,
      statement: statementOf({
        ...decision,
        storeName: STORE_NAME,
        subject: 'game',
        isPublic: true,
        owners: 0,
        source: 'review',
        appealHours: 168,
        decidedAt: hoursAgo(386),
      }),
      decided_by: adminId,
      decided_at: hoursAgo(386),
    })
    .execute()
}

const newestGame = (tx: Tx, developerId: string, whose: '=' | '!=') =>
  tx
    .selectFrom('games')
    .select(['id', 'title'])
    .where('status', '=', 'published')
    .where('developer_id', whose, developerId)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()

async function plantApproval(tx: Tx, gameId: string, sentAt: Date, decidedAt: Date | null): Promise<string> {
  const id = uuid()
  await tx
    .insertInto('game_reviews')
    .values({
      id,
      game_id: gameId,
      reason: 'new_game',
      is_before: false,
      state: decidedAt ? 'decided' : 'waiting',
      sent_at: sentAt,
      due_at: new Date(sentAt.getTime() + 72 * HOUR_MS),
      decided_at: decidedAt,
    })
    .execute()
  const snapshot = JSON.stringify(await snapshotOf(tx, gameId))
  await tx
    .insertInto('game_revisions')
    .values({ review_id: id, revision: 1, snapshot, created_at: sentAt })
    .execute()
  return id
}
