import type { Received } from '@nofiller/contract/calls'
import type { Database } from '../platform/database/database.ts'

/** Sets what an account wants; what is not named stays as it is. */
export async function changeSettings(
  db: Database,
  accountId: string,
  wanted: Received<'PUT /api/settings', 'body'>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set((accounts) => ({
      notify_purchases: wanted.notifyPurchases ?? accounts.ref('notify_purchases'),
      notify_updates: wanted.notifyUpdates ?? accounts.ref('notify_updates'),
      content_choice: wanted.contentChoice ?? accounts.ref('content_choice'),
      excluded_tags: wanted.excludedTags ?? accounts.ref('excluded_tags'),
    }))
    .where('id', '=', accountId)
    .execute()
}
