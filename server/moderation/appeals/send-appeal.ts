import { appealHours, appealUntil } from '@nofiller/contract/moderation-rules'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'
import type { Store } from '../../store.ts'

const HOUR_MS = 3_600_000

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
    .leftJoin('report_cases', 'report_cases.id', 'case_id')
    .select(['kind', 'decided_by', 'decided_at', 'is_safety'])
    .where('moderation_decisions.id', '=', decisionId)
    .where('developer_id', '=', developer.id)
    .where('kind', '!=', 'leave') // of which the developer never heard
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
      due_at: new Date(now.getTime() + appealHours(decision.is_safety === true) * HOUR_MS),
    })
    .onConflict((at) => at.column('decision_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!sent) throw conflict('already_appealed', 'You have already objected to this decision.')
  log.info({ decisionId, by: developer.id }, 'decision objected to')
}
