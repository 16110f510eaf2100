import type { AppealOutcome } from '@nofiller/contract/moderation-rules'
import { writeSections } from '../../catalogue/sections.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import type { Store } from '../../store.ts'
import { closeReview } from '../reviews/close-review.ts'
import { approve } from '../reviews/decide.ts'
import { appealMail } from '../reviews/mails.ts'
import { mayDecideAlone } from './single-admin.ts'

type Admin = Actor & { id: string }

/**
 * Answers an objection. A decision that is taken back loses its effect: the game is public as if it had been approved.
 * @throws HttpError 404, 403 `same_admin` for a decision of one's own, 409 `already_decided`
 */
export async function decideAppeal(
  store: Store,
  admin: Admin,
  appealId: string,
  { outcome, answer }: { outcome: AppealOutcome; answer: string },
): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const appeal = await lockAppeal(tx, appealId)
    if (appeal.decided_at) throw conflict('already_decided', 'This was decided in the meantime.')
    if (appeal.developer_id === admin.id) throw forbidden('Nobody decides about a game of their own.')
    const isOwn = appeal.first_by === admin.id
    const isAlone = await mayDecideAlone(tx, admin.id)
    if (isOwn && !isAlone(appeal.sent_at, now))
      throw forbidden('Somebody else has to answer an objection to your decision.', 'same_admin')
    await tx
      .updateTable('appeals')
      .set({ outcome, answer, decided_by: admin.id, decided_at: now, single_admin: isOwn })
      .where('id', '=', appealId)
      .execute()
    if (outcome === 'reversed') await takeBack(store, tx, appeal, now)
    await audit(tx, admin, {
      action: 'appeal_decided',
      kind: 'game',
      id: appeal.game_id,
      name: appeal.title,
      reason: answer,
      before: { decision: appeal.kind },
      after: { outcome },
    })
    await store.mail.queue(tx, appealMail(store.config, { ...appeal, outcome, answer, isOwn }))
  })
  store.log.info({ appealId, by: admin.id, outcome }, 'objection answered')
}

type Locked = Awaited<ReturnType<typeof lockAppeal>>

async function lockAppeal(tx: Tx, appealId: string) {
  await tx.selectFrom('appeals').select('id').where('id', '=', appealId).forUpdate().execute()
  const appeal = await tx
    .selectFrom('appeals')
    .innerJoin('moderation_decisions', 'moderation_decisions.id', 'appeals.decision_id')
    .innerJoin('accounts as developer', 'developer.id', 'appeals.developer_id')
    .selectAll('appeals')
    .select(['moderation_decisions.game_id', 'moderation_decisions.title', 'moderation_decisions.kind'])
    .select('developer.email')
    .where('appeals.id', '=', appealId)
    .executeTakeFirst()
  if (!appeal) throw notFound()
  return appeal
}

async function takeBack(store: Store, tx: Tx, { game_id, developer_id }: Locked, now: Date): Promise<void> {
  const game = await tx
    .selectFrom('games')
    .select('tags')
    .where('id', '=', game_id)
    .forUpdate()
    .executeTakeFirst()
  if (!game) return // it can be decided about after it is gone
  await closeReview(tx, game_id, now)
  await approve(tx, game_id, developer_id, now)
  await writeSections(tx, game_id, game.tags)
  await store.catalogueChanged.announce(tx)
}
