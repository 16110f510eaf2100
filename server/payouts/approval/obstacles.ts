import { BLOCK_TEXTS, type BlockReason } from '@nofiller/contract/payouts/payout-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Queryable } from '../../platform/database/database.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { isAddressShared } from '../addresses/address-of.ts'
import { isFrozen } from '../addresses/freeze-payouts.ts'
import { heldByKeysUntil } from '../addresses/key-change-hold.ts'

type Screened = Pick<Store, 'clock' | 'config' | 'sanctions'>
type Facts = Pick<PayoutRow, 'developer_id' | 'coin' | 'address' | 'amount_cents'>

/** Why nobody can release a payout now, as a sentence; null when nothing blocks it. */
export async function obstacleOf(
  store: Screened,
  db: Queryable,
  payout: Facts & Pick<PayoutRow, 'address_usable_at'>,
): Promise<string | null> {
  if (payout.address_usable_at > store.clock()) return 'The address is too new to be used.'
  const heldUntil = await heldByKeysUntil(db, payout.developer_id, store.clock())
  if (heldUntil !== null)
    return `A key of the account was changed: payouts wait until ${showUtcMoment(heldUntil)}.`
  const reason = await hardReason(store, db, payout)
  return reason && BLOCK_TEXTS[reason]
}

/** Why a new draft needs an admin; null when it does not. */
export async function blockReasonOf(
  store: Screened,
  db: Queryable,
  payout: Facts,
): Promise<BlockReason | null> {
  const hard = await hardReason(store, db, payout)
  if (hard !== null) return hard
  if (payout.amount_cents > store.config.PAYOUT_MAX_CENTS) return 'over_payout_limit'
  return (await isAddressShared(db, payout.address)) ? 'shared_address' : null
}

/** What no admin can override. */
export async function hardReason(
  store: Screened,
  db: Queryable,
  { developer_id, coin, address }: Pick<Facts, 'developer_id' | 'coin' | 'address'>,
): Promise<'suspended' | 'frozen' | 'screening_hit' | 'screening_unavailable' | null> {
  const { suspended_at } = await db
    .selectFrom('accounts')
    .select('suspended_at')
    .where('id', '=', developer_id)
    .executeTakeFirstOrThrow()
  if (suspended_at !== null) return 'suspended'
  if (await isFrozen(db, developer_id)) return 'frozen'
  const { result } = await store.sanctions.screen(coin, address)
  if (result === 'hit') return 'screening_hit'
  return result === 'unavailable' ? 'screening_unavailable' : null
}
