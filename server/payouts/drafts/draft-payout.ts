import type { NoPayoutReason } from '@nofiller/contract/payouts/payout-rules'
import { v7 as uuid } from 'uuid'
import { type Tx, violates } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { type CurrentAddress, currentAddressOf } from '../addresses/address-of.ts'
import { isFrozen } from '../addresses/freeze-payouts.ts'
import { heldByKeysUntil } from '../addresses/key-change-hold.ts'
import { blockReasonOf } from '../approval/obstacles.ts'
import { lockBalance, mature } from '../balances/release-holds.ts'
import { queueStatementReady } from '../emails.ts'
import { recordState } from '../payout-events.ts'

/** The result of a draft: the id of the payout, or why there is none. */
export type Draft = { payoutId: string } | { refused: NoPayoutReason }

/** A draft at the developer's request, which also waits for a new address to be usable and after a change of keys. */
export async function askForPayout(store: Store, developerId: string): Promise<Draft> {
  const address = await currentAddressOf(store.db, developerId)
  const now = store.clock()
  if (address !== null && address.usableAt > now) return { refused: 'address_on_hold' }
  if (await heldByKeysUntil(store.db, developerId, now)) return { refused: 'keys_changed' }
  return draftPayout(store, developerId)
}

/**
 * Freezes a developer's available balance as a statement that waits for approval. The money is reserved in the same
 * transaction. Drafts nothing while another payout of theirs has not ended.
 */
export async function draftPayout(store: Store, developerId: string): Promise<Draft> {
  try {
    return await store.db.transaction().execute((tx) => draft(store, tx, developerId))
  } catch (error) {
    if (violates(error, 'payouts_open')) return { refused: 'under_way' }
    throw error
  }
}

async function draft(store: Store, tx: Tx, developerId: string): Promise<Draft> {
  const { config } = store
  const now = store.clock()
  await lockBalance(tx, developerId)
  await mature(tx, config, developerId, now)
  const available = (await lockBalance(tx, developerId))?.available_cents ?? 0
  const address = await currentAddressOf(tx, developerId)
  if (address === null) return { refused: 'no_address' }
  if (await isFrozen(tx, developerId)) return { refused: 'frozen' }
  if (available < config.PAYOUT_MINIMUM_CENTS) return { refused: 'below_minimum' }
  return { payoutId: await writeDraft(store, tx, { developerId, cents: available, address, now }) }
}

type Facts = { developerId: string; cents: number; address: CurrentAddress; now: Date }

async function writeDraft(
  store: Store,
  tx: Tx,
  { developerId, cents, address, now }: Facts,
): Promise<string> {
  const id = uuid()
  const previous = await tx
    .selectFrom('payouts')
    .select(({ fn }) => fn.max('transfer_id').as('transfer_id'))
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  await tx
    .insertInto('payouts')
    .values({
      id,
      developer_id: developerId,
      amount_cents: cents,
      previous_transfer_id: previous?.transfer_id ?? 0,
      provider: store.config.payoutProvider,
      coin: address.coin,
      address: address.address,
      address_usable_at: address.usableAt,
      drafted_at: now,
      next_look_at: now,
    })
    .execute()
  const transfer = await tx
    .insertInto('balance_transfers')
    .values({
      developer_id: developerId,
      kind: 'payout',
      source: 'available',
      target: 'in_payout',
      amount_cents: cents,
      payout_id: id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('payouts').set({ transfer_id: transfer.id }).where('id', '=', id).execute()
  await recordState(tx, { payoutId: id, state: 'DRAFT', actorId: null, at: now })
  await blockIfNeeded(store, tx, { id, developerId, cents, address, now })
  await queueStatementReady(store, tx, id)
  return id
}

async function blockIfNeeded(
  store: Store,
  tx: Tx,
  { id, developerId, cents, address, now }: Facts & { id: string },
): Promise<void> {
  const reason = await blockReasonOf(store, tx, {
    developer_id: developerId,
    coin: address.coin,
    address: address.address,
    amount_cents: cents,
  })
  if (reason === null) return
  await tx
    .updateTable('payouts')
    .set({ state: 'BLOCKED', block_reason: reason })
    .where('id', '=', id)
    .execute()
  await recordState(tx, { payoutId: id, state: 'BLOCKED', actorId: null, at: now, detail: { reason } })
}
