import type { BlockReason, PayoutState } from '@nofiller/contract/payouts/payout-rules'
import { sql } from 'kysely'
import { type Tx, violates } from '../../platform/database/database.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { queuePayoutEvent } from '../../webhooks/payout-events.ts'
import { heldByKeysUntil } from '../addresses/key-change-hold.ts'
import { isStopped } from '../approval/hold-back.ts'
import { hardReason, obstacleOf } from '../approval/obstacles.ts'
import { queuePayoutEnded, queuePayoutSent } from '../emails.ts'
import { recordState } from '../payout-events.ts'
import {
  type PayoutProvider,
  PayoutRefused,
  type PayoutSnapshot,
  PayoutUncertain,
} from '../providers/payout-provider.ts'
import {
  decidePrepared,
  decideReadBack,
  decideRecovery,
  decideReleased,
  decideWithdrawn,
  isLostRelease,
  type Sent,
} from './decide.ts'

/** The parts of a store that send payouts. */
export type PayoutStore = Pick<Store, 'config' | 'db' | 'mail' | 'sanctions' | 'clock' | 'log'>
/** With the provider, which only the holder of the turn may use. */
export type Sending = { store: PayoutStore; provider: PayoutProvider }

const MINUTE_MS = 60_000
/** A payout that waits for the next day or for a hold to end lets others go first for this long. */
const PUT_OFF_MS = 60 * MINUTE_MS
/** An unverified creation at NOWPayments expires after an hour; others are cancelled when they are found. */
const DEAD_AFTER_MS = 90 * MINUTE_MS

/**
 * Claims an approved payout and makes it at the provider, unreleased. The claim is committed before the call, so a lost
 * payout is looked up and never made again blindly.
 */
export async function prepare(sending: Sending, id: string): Promise<void> {
  const payout = await claim(sending.store, sending.provider, id)
  if (payout !== null) await create(sending, payout)
}

/** Makes a claimed payout at the provider. Only the stored reference is ever released. */
async function create({ store, provider }: Sending, payout: PayoutRow): Promise<void> {
  try {
    const seen = await provider.prepare({
      externalId: payout.id,
      coin: payout.coin,
      amount: payout.coin_amount ?? '0',
      address: payout.address,
    })
    await keepReference(store, payout, seen.reference)
    await confirmPrepared({ store, provider }, { ...payout, reference: seen.reference }, seen)
  } catch (error) {
    if (error instanceof PayoutRefused)
      await change(store, payout, { state: 'FAILED', reason: `The provider refused it: ${error.message}` })
    else await recordUncertain(store, payout, error)
  }
}

async function claim(store: PayoutStore, provider: PayoutProvider, id: string): Promise<PayoutRow | null> {
  return store.db.transaction().execute(async (tx) => {
    const payout = await lockIn(tx, id, 'APPROVED')
    if (payout === null || (await isStopped(tx))) return null
    if (payout.provider !== provider.name) return null
    const held = await heldByKeysUntil(tx, payout.developer_id, store.clock())
    if (held !== null || (await isOverDayLimit(store, tx, payout))) {
      await lookAgainIn(store, tx, payout, PUT_OFF_MS)
      return null
    }
    const obstacle = await hardReason(store, tx, payout)
    if (obstacle !== null) {
      await setBlocked(store, tx, payout, obstacle)
      return null
    }
    return set(store, tx, payout, {
      state: 'PREPARING',
      attempts: payout.attempts + 1,
      preparing_at: store.clock(),
    })
  })
}

/** An approved payout of another provider needs a new approval. */
export async function hold({ store, provider }: Sending, id: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const payout = await lockIn(tx, id, 'APPROVED')
    if (payout !== null && payout.provider !== provider.name)
      await setBlocked(store, tx, payout, 'provider_changed')
  })
}

const setBlocked = (store: PayoutStore, tx: Tx, payout: PayoutRow, reason: BlockReason) =>
  set(store, tx, payout, { state: 'BLOCKED', block_reason: reason, approved_at: null, approved_by: null })

/** The rest waits for the next day (UTC). Only one worker claims, so the daily total cannot be overrun. By `payouts_preparing`. */
async function isOverDayLimit({ config, clock }: PayoutStore, tx: Tx, payout: PayoutRow): Promise<boolean> {
  const { rows } = await sql<{ store: number; seller: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as store,
      coalesce(sum(amount_cents) filter (where developer_id = ${payout.developer_id}), 0)::bigint as seller
    from payouts where preparing_at >= date_trunc('day', ${clock()}::timestamptz, 'UTC')
      and state not in ('FAILED', 'CANCELLED')`.execute(tx)
  const { store = 0, seller = 0 } = rows[0] ?? {}
  return (
    store + payout.amount_cents > config.PAYOUT_DAY_CENTS ||
    seller + payout.amount_cents > config.PAYOUT_SELLER_DAY_CENTS
  )
}

const keepReference = (store: PayoutStore, { id }: PayoutRow, reference: string) =>
  store.db
    .updateTable('payouts')
    .set({ reference })
    .where('id', '=', id)
    .where('state', '=', 'PREPARING')
    .where('reference', 'is', null)
    .execute()

/** Reads a made payout back and compares it, before it may be released. */
async function confirmPrepared(
  { store, provider }: Sending,
  payout: PayoutRow,
  created: PayoutSnapshot,
): Promise<void> {
  const sent = sentOf(payout)
  const first = decidePrepared(sent, created)
  if (first.state !== 'PREPARED') return change(store, payout, first, created)
  const seen = await readBack(provider, payout)
  if (seen === null) throw new PayoutUncertain('What was made is not shown.')
  await change(store, payout, decidePrepared(sent, seen), seen)
}

/** Continues a payout whose creation was interrupted, by a crash or by a lost response. */
export async function recover(sending: Sending, id: string): Promise<void> {
  const { store, provider } = sending
  const payout = await find(store, id, 'PREPARING')
  if (payout === null) return
  try {
    if (payout.reference !== null) {
      const seen = await readBack(provider, payout)
      return seen === null
        ? await recordUncertain(store, payout, null)
        : await confirmPrepared(sending, payout, seen)
    }
    const since = new Date((payout.preparing_at ?? payout.drafted_at).getTime() - 10 * MINUTE_MS)
    const snapshots = await provider.lookup({ externalId: payout.id, since })
    await followRecovery(sending, payout, snapshots)
  } catch (error) {
    await recordUncertain(store, payout, error)
  }
}

async function followRecovery(
  sending: Sending,
  payout: PayoutRow,
  snapshots: readonly PayoutSnapshot[],
): Promise<void> {
  const { store, provider } = sending
  const begun = payout.preparing_at?.getTime() ?? 0
  const isDead = store.clock().getTime() - begun > DEAD_AFTER_MS * store.config.PAYOUT_POLL_SCALE
  const recovery = decideRecovery(sentOf(payout), snapshots, isDead)
  if (recovery.action === 'unknown')
    return change(store, payout, { state: 'UNKNOWN', reason: recovery.reason })
  if (recovery.action === 'wait') return recordUncertain(store, payout, null)
  if (recovery.action === 'retry') return createAgain(sending, payout)
  for (const reference of recovery.discard) await provider.discard(reference)
  await keepReference(store, payout, recovery.reference)
  const seen = snapshots.find(({ reference }) => reference === recovery.reference)
  if (seen) await confirmPrepared(sending, { ...payout, reference: seen.reference }, seen)
}

/** Makes it once more at the provider, unless another process has. */
async function createAgain(sending: Sending, payout: PayoutRow): Promise<void> {
  const { store } = sending
  if (await isStopped(store.db)) return
  const { rows } = await sql`
    update payouts set attempts = attempts + 1, preparing_at = ${store.clock()}
    where id = ${payout.id} and state = 'PREPARING' and reference is null and attempts = ${payout.attempts}
    returning id`.execute(store.db)
  if (rows.length > 0) await create(sending, payout)
}

/**
 * Releases a prepared payout, unless something blocked it since its approval. The release is committed before the call:
 * after that the payout is only read.
 */
export async function release(sending: Sending, id: string): Promise<void> {
  const claimed = await claimRelease(sending.store, id)
  if (claimed === null) return
  const { payout, obstacle } = claimed
  if (obstacle !== null) return withdraw(sending, payout, obstacle)
  await sendOff(sending, payout, claimed.reference)
}

async function claimRelease(
  store: PayoutStore,
  id: string,
): Promise<{ payout: PayoutRow; reference: string; obstacle: string | null } | null> {
  return store.db.transaction().execute(async (tx) => {
    const payout = await lockIn(tx, id, 'PREPARED')
    if (payout === null || payout.reference === null || (await isStopped(tx))) return null
    const { reference } = payout
    const obstacle = await obstacleOf(store, tx, payout)
    if (obstacle !== null) return { payout, reference, obstacle }
    const releasing = await set(store, tx, payout, { state: 'RELEASING', releasing_at: store.clock() })
    return { payout: releasing, reference, obstacle }
  })
}

async function sendOff({ store, provider }: Sending, payout: PayoutRow, reference: string): Promise<void> {
  try {
    const answer = await provider.release(reference)
    const seen = answer === 'accepted' ? null : await readBack(provider, payout)
    const decision = decideReleased(sentOf(payout), answer, seen)
    if (decision?.state === 'PREPARED')
      await store.db.transaction().execute(async (tx) => {
        const locked = await lockIn(tx, payout.id, 'RELEASING')
        if (locked)
          await set(store, tx, locked, { state: 'PREPARED', was_refused: true, next_look_at: soon(store) })
      })
    else if (decision !== null) await change(store, payout, decision, seen)
  } catch (error) {
    await recordUncertain(store, payout, error)
  }
}

/** Cancels a blocked payout at the provider. Its money is available again only once the provider confirms that none was sent. */
async function withdraw({ store, provider }: Sending, payout: PayoutRow, reason: string): Promise<void> {
  if (provider.isPaidByHand) return change(store, payout, { state: 'CANCELLED', reason })
  try {
    const before = await readBack(provider, payout)
    if (before?.phase === 'prepared') await provider.discard(before.reference)
    const seen = before?.phase === 'prepared' ? await readBack(provider, payout) : before
    await recordLook(store, payout, seen)
    const decision = decideWithdrawn(sentOf(payout), seen, { reason, now: store.clock() })
    if (decision !== null) await change(store, payout, decision, seen)
  } catch (error) {
    await recordUncertain(store, payout, error)
  }
}

/** Reads back a payout that was or may have been released, and takes the next step. */
export async function look({ store, provider }: Sending, id: string): Promise<void> {
  const payout = await find(store, id, 'RELEASING', 'SENDING', 'UNKNOWN')
  if (payout === null) return
  try {
    const seen = await readBack(provider, payout)
    const sent = sentOf(payout)
    if (isLostRelease(sent, seen, store.clock())) await provider.discard(seen?.reference ?? '')
    await recordLook(store, payout, seen)
    const decision = decideReadBack(sent, seen, store.clock())
    if (decision !== null) await change(store, payout, decision, seen)
  } catch (error) {
    await recordUncertain(store, payout, error)
    const decision = decideReadBack(sentOf(payout), null, store.clock())
    if (decision !== null) await change(store, payout, decision)
  }
}

async function readBack(provider: PayoutProvider, payout: PayoutRow): Promise<PayoutSnapshot | null> {
  const snapshots =
    payout.reference === null
      ? await provider.lookup({ externalId: payout.id, since: payout.preparing_at ?? payout.drafted_at })
      : await provider.lookup({ reference: payout.reference })
  return (
    snapshots.find(({ reference }) => payout.reference === null || reference === payout.reference) ?? null
  )
}

const sentOf = (payout: PayoutRow): Sent => ({
  state: payout.state,
  externalId: payout.id,
  coin: payout.coin,
  coinAmount: payout.coin_amount ?? '0',
  address: payout.address,
  attempts: payout.attempts,
  preparingAt: payout.preparing_at,
  releasingAt: payout.releasing_at,
  wasRefused: payout.was_refused,
})

async function find(store: PayoutStore, id: string, ...states: PayoutState[]): Promise<PayoutRow | null> {
  const payout = await store.db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirst()
  return payout ?? null
}

async function lockIn(tx: Tx, id: string, state: PayoutState): Promise<PayoutRow | null> {
  const payout = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return payout ?? null
}

/** Updates a payout with the provider's record, if it is still in the state that the decision was based on. */
async function change(
  store: PayoutStore,
  payout: PayoutRow,
  { state, reason }: { state: PayoutState; reason: string | null },
  seen: PayoutSnapshot | null = null,
): Promise<void> {
  const write = (transactionId: string | null) =>
    store.db.transaction().execute(async (tx) => {
      const locked = await lockIn(tx, payout.id, payout.state)
      if (locked === null) return
      await set(store, tx, locked, {
        state,
        reason,
        next_look_at: state === 'PREPARED' ? store.clock() : soon(store),
        // The provider may have started by itself.
        ...(state === 'SENDING' && locked.releasing_at === null && { releasing_at: store.clock() }),
        ...(seen && { provider_status: seen.providerStatus }),
        ...(seen?.networkFee && { network_fee: seen.networkFee }),
        ...(transactionId && { transaction_id: transactionId }),
      })
    })
  await write(seen?.transactionId ?? null).catch(async (error) => {
    if (!violates(error, 'payouts_transaction')) throw error
    store.log.error({ payoutId: payout.id }, 'the provider names the transaction of another payout')
    if (payout.state !== 'UNKNOWN')
      await change(store, payout, {
        state: 'UNKNOWN',
        reason: 'The provider names the transaction of another payout.',
      })
  })
}

async function set(
  store: PayoutStore,
  tx: Tx,
  payout: PayoutRow,
  values: Partial<PayoutRow> & { state: PayoutState },
): Promise<PayoutRow> {
  const now = store.clock()
  const row = await tx
    .updateTable('payouts')
    .set(values)
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { state } = values
  await recordState(tx, {
    payoutId: payout.id,
    state,
    actorId: null,
    at: now,
    detail: { reason: row.reason, status: row.provider_status },
  })
  if (state === 'SENDING' && payout.provider !== 'manual') await queuePayoutSent(store, tx, payout.id)
  if (FINAL_STATES.has(state)) await queuePayoutEnded(store, tx, payout.id)
  if (state === 'PAID') await queuePayoutEvent(tx, payout)
  logEvent(store.log, 'payout_moved', { payoutId: payout.id, from: payout.state, state })
  return row
}

const FINAL_STATES = new Set<PayoutState>(['PAID', 'FAILED', 'CANCELLED'])

const FIRST_LOOK_MS = 15_000
const LOOK_MS = 5 * MINUTE_MS

const soon = ({ clock, config }: PayoutStore): Date =>
  new Date(clock().getTime() + FIRST_LOOK_MS * config.PAYOUT_POLL_SCALE)

const lookAgainIn = ({ clock, config }: PayoutStore, tx: Tx, { id }: PayoutRow, ms: number) =>
  tx
    .updateTable('payouts')
    .set({ next_look_at: new Date(clock().getTime() + ms * config.PAYOUT_POLL_SCALE) })
    .where('id', '=', id)
    .execute()

/** Counts a read-back and delays the next one: a little longer each time, up to five minutes. */
async function recordLook(store: PayoutStore, payout: PayoutRow, seen: PayoutSnapshot | null): Promise<void> {
  const pauseMs = Math.min(LOOK_MS, FIRST_LOOK_MS * (payout.asked + 1)) * store.config.PAYOUT_POLL_SCALE
  await store.db
    .updateTable('payouts')
    .set({
      asked: sql`asked + 1`,
      next_look_at: new Date(store.clock().getTime() + pauseMs),
      ...(seen && { provider_status: seen.providerStatus }),
    })
    .where('id', '=', payout.id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The provider gave no clear response: the payout stays as it is and is looked up later. */
async function recordUncertain(store: PayoutStore, payout: PayoutRow, error: unknown): Promise<void> {
  if (error !== null && !(error instanceof PayoutUncertain)) throw error
  store.log.warn({ payoutId: payout.id, state: payout.state, err: error }, 'a payout without a clear answer')
  await recordLook(store, payout, null)
}
