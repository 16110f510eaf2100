import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '../accounts/passwords.ts'
import { revokeAllSessions } from '../accounts/session.ts'
import { audit, COMMAND_LINE } from '../platform/database/audit.ts'
import type { Database, Tx } from '../platform/database/database.ts'

/** Makes an admin: a new verified account, or the one of this e-mail, which gets the password given and loses its sessions. */
export async function createAdmin(
  db: Database,
  { email, username, password }: { email: string; username: string; password: string },
): Promise<'created' | 'promoted'> {
  const values = { password_hash: await hashPassword(password), role: 'admin' as const, suspended_at: null }
  return db.transaction().execute(async (tx) => {
    const known = await tx
      .updateTable('accounts')
      .set({ ...values, verified_at: sql<Date>`coalesce(verified_at, now())` })
      .where('email', '=', email)
      .returning(['id', 'username'])
      .executeTakeFirst()
    if (known) {
      await revokeAllSessions(tx, known.id)
      await auditAdmin(tx, known.id, known.username)
      return 'promoted'
    }
    const id = uuid()
    await tx
      .insertInto('accounts')
      .values({ id, email, username, ...values, verified_at: sql<Date>`now()` })
      .execute()
    await auditAdmin(tx, id, username)
    return 'created'
  })
}

const auditAdmin = (tx: Tx, id: string, name: string): Promise<void> =>
  audit(tx, COMMAND_LINE, {
    action: 'role_changed',
    kind: 'user',
    id,
    name,
    reason: 'create-admin',
    after: { role: 'admin' },
  })
