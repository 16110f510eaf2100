import { RECENT_DAYS } from '@nofiller/contract/accounts/take-back-rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { removalStoppedMail } from '../emails.ts'
import { type Doer, recordEvent } from '../security-events/note-event.ts'

/**
 * Ends a requested removal, and notifies; does nothing when there is none. A removal requested by an account-recovery link
 * ends only by a key that no stranger can have added.
 * @param keyMadeAt the age of the key that proves that nothing is lost; null without one
 */
export async function stopRemoval(
  { mail, config }: Pick<Store, 'mail' | 'config'>,
  tx: Tx,
  accountId: string,
  doer: Doer,
  keyMadeAt: Date | null,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    delete from second_factor_removals using accounts
    where account_id = ${accountId} and accounts.id = account_id
      and (kind <> 'lost_by_link' or ${keyMadeAt}::timestamptz <= asked_at - make_interval(days => ${RECENT_DAYS}))
    returning email`.execute(tx)
  const [stopped] = rows
  if (!stopped) return
  await recordEvent(tx, { accountId, kind: 'second_factor_removal_stopped' }, doer)
  await mail.queue(tx, removalStoppedMail(config, stopped.email))
}
