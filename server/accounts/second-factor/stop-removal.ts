import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { removalStoppedMail } from '../mails.ts'
import { type Doer, noteEvent } from '../security-events/note-event.ts'

/** Ends a removal that somebody asked for, and tells; nothing when there is none. */
export async function stopRemoval(
  { mail, config }: Pick<Store, 'mail' | 'config'>,
  tx: Tx,
  accountId: string,
  doer: Doer,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    delete from second_factor_removals using accounts
    where account_id = ${accountId} and accounts.id = account_id returning email`.execute(tx)
  const [stopped] = rows
  if (!stopped) return
  await noteEvent(tx, { accountId, kind: 'second_factor_removal_stopped' }, doer)
  await mail.queue(tx, removalStoppedMail(config, stopped.email))
}
