import type { SurgeState } from '@nofiller/contract/reviews/review-rules'
import { windowProblem } from '@nofiller/contract/reviews/surge-rules'
import { utcDay } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import { decisionMail } from '../../moderation/decisions/emails.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, notFound, unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { recordReviewDecision } from '../record-decision.ts'
import { normalMail, uncountedMail } from './emails.ts'
import { offTopicStatement } from './off-topic-statement.ts'

type Decision = { state: Exclude<SurgeState, 'open'>; from: string; until: string; reason: string }

/**
 * Decides about a surge: its reviews are as they should be, or those of some days are shown and do not count, from this
 * transaction on. The seller is told, and the writers of the reviews that stop counting (RV11).
 * @throws HttpError 404, 403 `own_case`, 409 `already_decided`, 422 with `fields`
 */
export async function decideSurge(
  store: Store,
  admin: Actor & { id: string },
  surgeId: string,
  decision: Decision,
): Promise<void> {
  const now = store.clock()
  const problem = windowProblem(decision.from, decision.until, utcDay(now))
  if (problem) throw unprocessable({ until: problem })
  await store.db.transaction().execute(async (tx) => {
    const surge = await lockSurge(tx, surgeId)
    const decider = await refuseOwn(tx, admin, [
      surge.developer_id,
      (await hasReview(tx, admin.id, surge.game_id)) ? admin.id : null,
    ])
    if (surge.state !== 'open') throw conflict('already_decided', 'This was decided in the meantime.')
    const decisionId =
      decision.state === 'off_topic'
        ? await recordOffTopic(store, tx, surge, decision, { decidedBy: decider, decidedAt: now })
        : null
    await tx
      .updateTable('review_surges')
      .set({
        state: decision.state,
        from_on: decision.from,
        until_on: decision.until,
        reason: decision.reason,
        decided_by: admin.id,
        decided_at: now,
        decision_id: decisionId,
      })
      .where('id', '=', surgeId)
      .execute()
    await audit(tx, decider, {
      action: 'surge_decided',
      kind: 'game',
      id: surge.game_id,
      name: surge.title,
      reason: decision.reason,
      after: { state: decision.state, from: decision.from, until: decision.until },
    })
    if (decisionId === null)
      await store.mail.queue(tx, normalMail(store.config, surge.email, { ...decision, title: surge.title }))
    else await tellWriters(store, tx, surge, { ...decision, decisionId })
    await store.catalogChanged.announce(tx)
  })
  store.log.info({ surgeId, by: admin.id, state: decision.state }, 'surge of reviews decided')
}

type Surge = Awaited<ReturnType<typeof lockSurge>>

/** The game first, as counting locks it. */
async function lockSurge(tx: Tx, surgeId: string) {
  await sql`select from games where id = (select game_id from review_surges where id = ${surgeId}) for no key update`.execute(
    tx,
  )
  const surge = await tx
    .selectFrom('review_surges')
    .innerJoin('games', 'games.id', 'review_surges.game_id')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select(['review_surges.id', 'review_surges.state', 'review_surges.game_id'])
    .select(['games.title', 'games.developer_id', 'developer.email'])
    .where('review_surges.id', '=', surgeId)
    .forUpdate(['review_surges'])
    .executeTakeFirst()
  if (!surge) throw notFound()
  return surge
}

const hasReview = async (tx: Tx, accountId: string, gameId: string): Promise<boolean> =>
  (await tx
    .selectFrom('reviews')
    .select('id')
    .where('game_id', '=', gameId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined

async function recordOffTopic(
  store: Store,
  tx: Tx,
  { id, game_id, title, developer_id, email }: Surge,
  { from, until, reason }: Decision,
  by: { decidedBy: Actor & { id: string }; decidedAt: Date },
): Promise<string> {
  const statement = offTopicStatement({
    storeName: store.config.STORE_NAME,
    title,
    from,
    until,
    reason,
    decidedAt: by.decidedAt,
  })
  const decisionId = await recordReviewDecision(tx, {
    ...by,
    kind: 'off_topic',
    gameId: game_id,
    title,
    concernsId: developer_id,
    rule: null,
    assets: ['Reviews'],
    text: reason,
    statement,
    seen: `${id} ${from} ${until}`,
  })
  await store.mail.queue(
    tx,
    decisionMail(store.config, { id: decisionId, kind: 'off_topic', statement, title, email }),
  )
  return decisionId
}

async function tellWriters(
  store: Store,
  tx: Tx,
  { game_id, title }: Surge,
  decision: Decision & { decisionId: string },
): Promise<void> {
  const writers = await tx
    .selectFrom('reviews')
    .innerJoin('accounts', 'accounts.id', 'reviews.account_id')
    .select('accounts.email')
    .where('reviews.game_id', '=', game_id)
    .where('reviews.mark', '=', 'surge')
    .where('reviews.created_on', '>=', decision.from)
    .where('reviews.created_on', '<=', decision.until)
    .execute()
  for (const { email } of writers)
    await store.mail.queue(tx, uncountedMail(store.config, email, { ...decision, title }))
}
