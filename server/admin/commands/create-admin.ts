import type { Role } from '@nofiller/contract/role'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { recordEvent } from '../../accounts/security-events/note-event.ts'
import { revokeAllSessions, revokeLinks } from '../../accounts/sessions/session.ts'
import { audit, COMMAND_LINE } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import { decideSellRequest } from '../../profiles/sell-request.ts'
import type { Store } from '../../store.ts'

/**
 * Makes an admin: a new verified account, or the one of this email, which gets the password given, is restored, and loses
 * its sessions, download links and mailed reset links.
 */
export async function createAdmin(
  { db, log }: Pick<Store, 'db' | 'log'>,
  { email, username, password }: { email: string; username: string; password: string },
  reason: string,
): Promise<'created' | 'promoted'> {
  const values = { password_hash: await hashPassword(password), role: 'admin' as const, suspended_at: null }
  const { id, from } = await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('accounts')
      .select(['id', 'username', 'role', 'suspended_at'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (known) {
      await tx
        .updateTable('accounts')
        .set({
          ...values,
          verified_at: sql<Date>`coalesce(verified_at, now())`,
        })
        .where('id', '=', known.id)
        .execute()
      await decideSellRequest(tx, known.id, { decision: 'approved' })
      await revokeAllSessions(tx, known.id)
      await recordEvent(tx, { accountId: known.id, kind: 'sessions_ended_by_store' }, null)
      await revokeLinks(tx, known.id)
      await tx.deleteFrom('password_resets').where('account_id', '=', known.id).execute()
      await auditAdmin(tx, known, { role: known.role, suspended: known.suspended_at !== null }, reason)
      return { id: known.id, from: known.role }
    }
    const id = uuid()
    await tx
      .insertInto('accounts')
      .values({ id, email, username, ...values, verified_at: sql<Date>`now()` })
      .execute()
    await auditAdmin(tx, { id, username }, { role: null, suspended: false }, reason)
    return { id, from: null }
  })
  logEvent(log, 'role_changed', { accountId: id, by: null, from, to: 'admin' })
  return from === null ? 'created' : 'promoted'
}

const auditAdmin = (
  tx: Tx,
  { id, username }: { id: string; username: string },
  before: { role: Role | null; suspended: boolean },
  reason: string,
): Promise<void> =>
  audit(tx, COMMAND_LINE, {
    action: 'role_changed',
    kind: 'user',
    id,
    name: username,
    reason,
    before,
    after: { role: 'admin', suspended: false },
  })
