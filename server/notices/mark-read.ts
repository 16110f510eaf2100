import type { Received } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Marks some of an account's notices as read, or all. Ids of others change nothing. */
export async function markRead(
  db: Database,
  accountId: string,
  which: Received<'POST /api/notices/read', 'body'>,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if('ids' in which, (some) =>
      some.where('id', '=', sql<string>`any(${sql.val('ids' in which ? which.ids : [])}::uuid[])`),
    )
    .execute()
}
