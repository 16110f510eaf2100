import type { RecentKey } from '@nofiller/contract/accounts/take-back'
import { UNPROVEN_HOURS } from '@nofiller/contract/accounts/take-back-rules'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { keysSuspendedMail } from './emails.ts'

const HOUR_MS = 3_600_000

/**
 * Suspends recently added keys that nobody could prove: the passkeys cannot log in, and the second factor blocks every
 * login, so for a day neither a stranger's key nor a stranger's mailbox opens the account. Then they are removed.
 * @param addresses each address to email
 * @returns when they are removed; null when there are none
 */
export async function suspendUnproven(
  store: Store,
  tx: Tx,
  {
    accountId,
    keys,
    addresses,
  }: { accountId: string; keys: readonly RecentKey[]; addresses: readonly string[] },
): Promise<Date | null> {
  if (keys.length === 0) return null
  const now = store.clock()
  const dueAt = new Date(now.getTime() + UNPROVEN_HOURS * HOUR_MS)
  const passkeys = keys.filter(({ kind }) => kind === 'passkey').map(({ _id }) => _id)
  if (passkeys.length > 0)
    await tx.updateTable('passkeys').set({ suspended_at: now }).where('id', 'in', passkeys).execute()
  if (keys.some(({ kind }) => kind === 'second_step'))
    await tx
      .insertInto('second_factor_removals')
      .values({ account_id: accountId, asked_at: now, due_at: dueAt, notices: 1, kind: 'taken_back' })
      .execute()
  await recordEvent(tx, { accountId, kind: 'keys_suspended' }, null)
  for (const address of addresses) await store.mail.queue(tx, keysSuspendedMail(store.config, address, dueAt))
  return dueAt
}

/** Removes the passkeys whose day is over. */
export async function removeSuspendedPasskeys(store: Store): Promise<void> {
  const before = new Date(store.clock().getTime() - UNPROVEN_HOURS * HOUR_MS)
  await store.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('suspended_at', '<=', before)
      .returning(['account_id', 'name'])
      .execute()
    for (const { account_id: accountId, name } of removed)
      await recordEvent(tx, { accountId, kind: 'passkey_removed', about: name }, null)
  })
}
