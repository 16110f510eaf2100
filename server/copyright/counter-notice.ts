import { type CounterFields, counterProblems } from '@nofiller/contract/moderation/copyright-rules'
import type { Account } from '../platform/caller.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { restoreAt } from './business-days.ts'
import { lockNotice, requireState } from './lock-notice.ts'
import { copyMail, counteredMail } from './mails.ts'

/**
 * Answers a standing notice about a game of one's own. The claimant gets a copy with the developer's contact data and the day
 * on which what was switched off comes back.
 * @throws HttpError 404, 409 `already_decided`, 422 when something is missing
 */
export async function sendCounterNotice(
  store: Store,
  developer: Account,
  number: string,
  fields: CounterFields,
): Promise<void> {
  const problems = counterProblems(fields)
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  const now = store.clock()
  const restored = restoreAt(now)
  await store.db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, number)
    if (notice.developer_id !== developer.id || !notice.accepted_at)
      throw notFound('There is no such notice.')
    requireState(notice, ['standing'])
    await tx
      .updateTable('copyright_notices')
      .set({
        state: 'countered',
        counter: JSON.stringify(fields),
        countered_at: now,
        restore_at: restored,
      })
      .where('id', '=', notice.id)
      .execute()
    await store.mail.queue(tx, copyMail(store.config, notice, fields, restored))
    await store.mail.queue(tx, counteredMail(store.config, developer.email, notice, restored))
  })
  store.log.info({ notice: number, by: developer.id }, 'copyright notice countered')
}
