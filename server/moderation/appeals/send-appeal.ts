import { APPEAL_DAYS, appealUntil } from '@nofiller/contract/moderation-rules'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'
import type { Store } from '../../store.ts'

const DAY_MS = 86_400_000

/**
 * Objects to a decision about a game of one's own. Nobody has to be kept from writing twice: of several at once one counts.
 * @throws HttpError 404, 409 `too_late_to_appeal`, `already_appealed`, `nothing_to_appeal`
 */
export async function sendAppeal(
  { db, clock, log }: Store,
  developer: Account,
  decisionId: string,
  text: string,
): Promise<void> {
  const now = clock()
  const decision = await db
    .selectFrom('moderation_decisions')
    .select(['kind', 'decided_by', 'decided_at'])
    .where('id', '=', decisionId)
    .where('developer_id', '=', developer.id)
    .executeTakeFirst()
  if (!decision) throw notFound()
  if (decision.kind === 'approve')
    throw conflict('nothing_to_appeal', 'This decision was in your favor. There is nothing to object to.')
  if (now > appealUntil(decision.decided_at))
    throw conflict('too_late_to_appeal', 'The six months in which you could object are over.')
  const { numInsertedOrUpdatedRows: sent } = await db
    .insertInto('appeals')
    .values({
      id: uuid(),
      decision_id: decisionId,
      first_by: decision.decided_by,
      developer_id: developer.id,
      text,
      sent_at: now,
      due_at: new Date(now.getTime() + APPEAL_DAYS * DAY_MS),
    })
    .onConflict((at) => at.column('decision_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!sent) throw conflict('already_appealed', 'You have already objected to this decision.')
  log.info({ decisionId, by: developer.id }, 'decision objected to')
}
