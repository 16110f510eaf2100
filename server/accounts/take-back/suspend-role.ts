import { presentAdmins } from '../../platform/database/admins.ts'
import { audit, STORE_JOB } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { roleSuspendedMail } from './emails.ts'

const REASON = 'The account was taken back with a link we emailed.'

/**
 * Removes the admin role from a recovered account, because a stranger may control its mailbox. Another admin or
 * the command line restores it; the other admins are notified. A seller keeps the developer role.
 */
export async function suspendRole(store: Store, tx: Tx, accountId: string): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select(['username', 'role', 'safety'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('games').select('id').where('developer_id', '=', accountId)).as('sells'),
    )
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (account.role !== 'admin' && !account.safety) return
  const role = account.role !== 'admin' ? account.role : account.sells ? 'developer' : 'player'
  await tx.updateTable('accounts').set({ role, safety: false }).where('id', '=', accountId).execute()
  await audit(tx, STORE_JOB, {
    action: 'role_changed',
    kind: 'user',
    id: accountId,
    name: account.username,
    reason: REASON,
    before: { role: account.role },
    after: { role },
  })
  const admins = await presentAdmins(tx).select('email').execute()
  for (const { email } of admins)
    await store.mail.queue(tx, roleSuspendedMail(store.config, email, account.username))
  logEvent(store.log, 'role_changed', { accountId, by: null, from: account.role, to: role })
}
