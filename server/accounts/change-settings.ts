import type { Received } from '@nofiller/contract/calls'
import type { Database } from '../platform/database/database.ts'

/** Updates the given settings of an account. */
export async function changeSettings(
  db: Database,
  accountId: string,
  input: Received<'PUT /api/settings', 'body'>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set((accounts) => ({
      notify_purchases: input.notifyPurchases ?? accounts.ref('notify_purchases'),
      notify_updates: input.notifyUpdates ?? accounts.ref('notify_updates'),
      content_choice: input.contentChoice ?? accounts.ref('content_choice'),
      excluded_tags: input.excludedTags ?? accounts.ref('excluded_tags'),
    }))
    .where('id', '=', accountId)
    .execute()
}
