import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors.ts'

/** Notes that a player wants to become a developer, which an admin decides. Asking again changes nothing. @throws HttpError 409 */
export async function requestDeveloper(db: Database, accountId: string): Promise<void> {
  const asked = await db
    .updateTable('accounts')
    .set({ developer_requested_at: sql<Date>`coalesce(developer_requested_at, now())` })
    .where('id', '=', accountId)
    .where('role', '=', 'player')
    .returning('id')
    .executeTakeFirst()
  if (!asked) throw conflict('already_developer', 'You are a developer already.')
}
