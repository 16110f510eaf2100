import { DISOWN_DAYS } from '@nofiller/contract/accounts/account-rules'
import { REMOVAL_DAYS } from '@nofiller/contract/accounts/second-factor-rules'
import { badRequest } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { removalAskedMail } from '../emails.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { lockLink, type MailedLink } from './link.ts'
import { isAny, waysToProve } from './prove.ts'
import { addressesSince, recentSince } from './recent-keys.ts'

const DAY_MS = 86_400_000

/**
 * Schedules the older second factor and passkeys for removal in seven days, because the link's holder lost them. Every address
 * of the account is notified each day, and no email can stop it: a stranger may read them. The link is valid until a week later.
 * @throws HttpError 400 `invalid_token`, `nothing_older`
 */
export async function reportLost(
  store: Store,
  mailed: MailedLink,
  userAgent: string,
): Promise<{ removedAt: string }> {
  const now = store.clock()
  const dueAt = await store.db.transaction().execute(async (tx) => {
    const { accountId, change } = await lockLink(store, tx, mailed)
    const known = await tx
      .selectFrom('second_factor_removals')
      .select('due_at')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'lost_by_link')
      .executeTakeFirst()
    if (known) return known.due_at
    const since = recentSince(now)
    if (!isAny((await waysToProve(tx, accountId, since)).older))
      throw badRequest('nothing_older', 'There is nothing to report lost. Reload the page.')
    const dueAt = new Date(now.getTime() + REMOVAL_DAYS * DAY_MS)
    const row = { asked_at: now, due_at: dueAt, notices: 1, kind: 'lost_by_link' } as const
    await tx
      .insertInto('second_factor_removals')
      .values({ account_id: accountId, ...row })
      .onConflict((other) => other.column('account_id').doUpdateSet(row))
      .execute()
    if (change)
      await tx
        .updateTable('email_changes')
        .set({ expires_at: new Date(dueAt.getTime() + DISOWN_DAYS * DAY_MS) })
        .where('id', '=', change.id)
        .execute()
    await recordEvent(tx, { accountId, kind: 'second_factor_removal_asked' }, { userAgent })
    for (const address of await addressesSince(tx, accountId, since))
      await store.mail.queue(tx, removalAskedMail(store.config, address, { dueAt, token: null }))
    return dueAt
  })
  return { removedAt: dueAt.toISOString() }
}
