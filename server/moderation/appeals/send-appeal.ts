import { appealHours, appealUntil, isRestriction } from '@nofiller/contract/moderation/moderation-rules'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { concerns, isReversed } from '../decisions/concerned.ts'

const HOUR_MS = 3_600_000

/**
 * Appeals a decision about one's own game or review, or about days in which one's review was written. Concurrent calls need no
 * lock: one appeal of a side counts, and of days of reviews one of each writer.
 * @throws HttpError 404, 409 `too_late_to_appeal`, `already_appealed`, `nothing_to_appeal`
 */
export async function sendAppeal(
  { db, clock, log }: Store,
  account: Account,
  decisionId: string,
  text: string,
): Promise<void> {
  const decision = await db
    .selectFrom('moderation_decisions')
    .leftJoin('report_cases', 'report_cases.id', 'case_id')
    .select(['moderation_decisions.id', 'kind', 'decided_by', 'decided_at', 'is_safety', 'developer_id'])
    .select(isReversed.as('is_reversed'))
    .where('moderation_decisions.id', '=', decisionId)
    .where(concerns(account.id))
    .where('kind', '!=', 'leave') // the developer was never notified of it
    .executeTakeFirst()
  if (!decision) throw notFound()
  if (!isRestriction(decision.kind))
    throw conflict('nothing_to_appeal', 'This decision was in your favor. There is nothing to appeal.')
  if (decision.is_reversed)
    throw conflict('nothing_to_appeal', 'We took this decision back. There is nothing to appeal.')
  await addAppeal(
    db,
    { ...decision, appellantId: account.id },
    { column: decision.developer_id === account.id ? 'decision_id' : 'writer_decision_id', reportId: null },
    text,
    clock(),
  )
  log.info({ decisionId }, 'decision appealed')
}

type Decision = {
  id: string
  decided_by: string
  decided_at: Date
  /** Who appeals; for a reporter whom the decision is about, if it is somebody. */
  appellantId: string | null
  is_safety: boolean | null
}

/** The side that appeals. */
type Side =
  | { column: 'decision_id' | 'writer_decision_id'; reportId: null }
  | { column: 'reporter_decision_id'; reportId: string }

/** Of what the database accepts one appeal. */
const ONE_OF = {
  decision_id: ['decision_id'],
  reporter_decision_id: ['reporter_decision_id'],
  writer_decision_id: ['writer_decision_id', 'developer_id'],
} as const

/** @throws HttpError 409 `too_late_to_appeal`, `already_appealed` */
export async function addAppeal(
  db: Database,
  decision: Decision,
  { column, reportId }: Side,
  text: string,
  now: Date,
): Promise<void> {
  if (now > appealUntil(decision.decided_at))
    throw conflict('too_late_to_appeal', 'The six months in which you could appeal are over.')
  const hours = appealHours(decision.is_safety === true)
  const { numInsertedOrUpdatedRows: sent } = await db
    .insertInto('appeals')
    .values({
      id: uuid(),
      [column]: decision.id,
      report_id: reportId,
      first_by: decision.decided_by,
      developer_id: decision.appellantId,
      text,
      sent_at: now,
      due_at: new Date(now.getTime() + hours * HOUR_MS),
    })
    .onConflict((at) => at.columns(ONE_OF[column]).doNothing())
    .executeTakeFirstOrThrow()
  if (!sent) throw conflict('already_appealed', 'Someone has already appealed this decision.')
}
