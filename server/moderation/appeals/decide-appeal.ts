import type { AppealOutcome } from '@nofiller/contract/moderation-rules'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import type { Store } from '../../store.ts'
import { appealMail } from '../decisions/mails.ts'
import { mayDecideAlone } from './single-admin.ts'
import { takeBack } from './take-back.ts'

type Admin = Actor & { id: string }

/**
 * Answers an objection. A decision that is taken back loses its effect: the game is what it was before, or public as if it had
 * been approved.
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
    const { appeal, decision, email } = await lockAppeal(tx, appealId)
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
    if (outcome === 'reversed') await takeBack(store, tx, decision, now)
    await audit(tx, admin, {
      action: 'appeal_decided',
      kind: decision.game_id ? 'game' : 'user',
      id: decision.game_id ?? decision.developer_id,
      name: decision.title,
      reason: answer,
      before: { decision: decision.kind },
      after: { outcome },
    })
    await store.mail.queue(
      tx,
      appealMail(store.config, {
        decision_id: decision.id,
        title: decision.title,
        email,
        outcome,
        answer,
        isOwn,
      }),
    )
  })
  store.log.info({ appealId, by: admin.id, outcome }, 'objection answered')
}

async function lockAppeal(tx: Tx, appealId: string) {
  const appeal = await tx
    .selectFrom('appeals')
    .selectAll()
    .where('id', '=', appealId)
    .forUpdate()
    .executeTakeFirst()
  if (!appeal) throw notFound()
  const decision = await tx
    .selectFrom('moderation_decisions')
    .selectAll()
    .where('id', '=', appeal.decision_id)
    .executeTakeFirstOrThrow()
  const { email } = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', appeal.developer_id)
    .executeTakeFirstOrThrow()
  return { appeal, decision, email }
}
