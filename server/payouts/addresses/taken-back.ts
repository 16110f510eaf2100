import { shortAddress } from '@nofiller/contract/payouts/payout-rules'
import type { OtherKeys } from '../../accounts/take-back/recent-keys.ts'
import type { Store } from '../../store.ts'
import { cancelForNewAddress } from '../approval/hold-back.ts'

/** A payout address as a key of the account: a stranger may have set it, and then nothing is sent there. */
export const payoutAddressKeys = (store: Store): OtherKeys => ({
  table: 'payout_addresses',
  async madeSince(db, accountId, since) {
    const rows = await db
      .selectFrom('payout_addresses')
      .select(['id', 'coin', 'address', 'created_at as at', 'session_id'])
      .where('developer_id', '=', accountId)
      .where('created_at', '>=', since)
      .where('replaced_at', 'is', null)
      .execute()
    return rows.map(({ coin, address, ...row }) => ({
      ...row,
      kind: 'payout_address' as const,
      name: `${coin} ${shortAddress(address)}`,
    }))
  },
  async remove(tx, accountId, ids) {
    if (ids.length === 0) return
    const now = store.clock()
    const removed = await tx
      .updateTable('payout_addresses')
      .set({ replaced_at: now })
      .where('developer_id', '=', accountId)
      .where('id', 'in', ids)
      .where('replaced_at', 'is', null)
      .returning('id')
      .execute()
    if (removed.length > 0) await cancelForNewAddress(tx, accountId, now)
  },
})
