import type { Received } from '@nofiller/contract/calls'
import { giveConsent, withdrawConsent } from '../news/consent.ts'
import type { Database } from '../platform/database/database.ts'

/** Updates the given settings of an account. */
export async function changeSettings(
  db: Database,
  accountId: string,
  input: Received<'PUT /api/settings', 'body'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set((accounts) => ({
        notify_purchases: input.notifyPurchases ?? accounts.ref('notify_purchases'),
        content_choice: input.contentChoice ?? accounts.ref('content_choice'),
        excluded_tags: input.excludedTags ?? accounts.ref('excluded_tags'),
      }))
      .where('id', '=', accountId)
      .execute()
    if (input.notifyUpdates === true) await giveConsent(tx, { accountId, through: input.page })
    if (input.notifyUpdates === false) await withdrawConsent(tx, accountId, input.page)
  })
}
