import type { OffReason } from '@nofiller/contract/webhooks/webhook-rules'
import { sql } from 'kysely'
import type { OtherKeys } from '../accounts/take-back/recent-keys.ts'
import type { Tx } from '../platform/database/database.ts'

/** Switches off all endpoints of an account, in the transaction that ends what it may do. What waits is not sent. */
export async function endEndpoints(tx: Tx, accountId: string, reason: OffReason, at: Date): Promise<void> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('account_id', '=', accountId)
    .where('off_at', 'is', null)
    .orderBy('id') // as everybody locks them
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.updateTable('webhook_endpoints').set(switchedOff(reason, at)).where('id', 'in', ids).execute()
  await giveUpDeliveries(tx, ids)
}

/** The columns of an endpoint that is off. */
export const switchedOff = (reason: OffReason, at: Date) => ({
  off_at: at,
  off_reason: reason,
  paused_at: null,
  failing_since: null,
  warned_at: null,
  slow_until: null,
})

/** Ends what waits for endpoints that are off; their owner can send it again. */
export async function giveUpDeliveries(tx: Tx, endpointIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_at: null })
    .where('endpoint_id', '=', sql<string>`any(${sql.val([...endpointIds])}::uuid[])`)
    .where('next_at', 'is not', null)
    .execute()
}

/** Endpoints as keys of their account: a stranger may have made one, or led an old one elsewhere. */
export const endpointKeys: OtherKeys = {
  table: 'webhook_endpoints',
  async madeSince(db, accountId, since) {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'changed_at as at', 'session_id', 'url'])
      .where('account_id', '=', accountId)
      .where('changed_at', '>=', since)
      .execute()
    return rows.map(({ url, ...row }) => ({ ...row, kind: 'endpoint' as const, name: new URL(url).host }))
  },
  async remove(tx, accountId, ids) {
    if (ids.length === 0) return
    await tx
      .deleteFrom('webhook_endpoints')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute()
  },
}
