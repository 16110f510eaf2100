import { COUNTER_HOURS, counterProblems, type NewCounter } from '@nofiller/contract/copyright/copyright-rules'
import type { Account } from '../platform/caller.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { answeredMail } from './emails.ts'
import { lockNotice, requireState } from './lock-notice.ts'

/**
 * Answers a standing notice about one's own game. An admin checks the answer before anyone gets the contact data in it.
 * @throws HttpError 404, 409 `already_decided`, 422 when something is missing
 */
export async function sendCounterNotice(
  store: Store,
  developer: Account,
  number: string,
  { recipient, ...counter }: NewCounter,
): Promise<void> {
  const problems = counterProblems({ recipient, ...counter })
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, number)
    if (notice.developer_id !== developer.id || !notice.accepted_at)
      throw notFound('There is no such notice.')
    requireState(notice, ['standing'])
    await tx
      .updateTable('copyright_notices')
      .set({
        state: 'answered',
        counter: JSON.stringify(counter),
        countered_at: now,
        due_at: new Date(now.getTime() + COUNTER_HOURS * 3_600_000),
      })
      .where('id', '=', notice.id)
      .execute()
    await store.mail.queue(tx, answeredMail(store.config, developer.email, notice))
  })
  store.log.info({ notice: number, by: developer.id }, 'copyright notice countered')
}
