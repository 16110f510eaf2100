import { v7 as uuid } from 'uuid'
import { lockBalance, mature } from '../payouts/balances/release-holds.ts'
import { lastRunBefore } from '../payouts/settings.ts'
import type { Tx } from '../platform/database/database.ts'

const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000
const WEEKS = 8
const MINIMUM_CENTS = 5_000
const SETTINGS = { PAYOUT_HOLD_DAYS: 7, PAYOUT_RESERVE_PERCENT: 0, PAYOUT_WEEKDAY: 'friday' } as const
/** Addresses that are nobody's: the bytes of small numbers. */
const ADDRESSES = [
  '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
  '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
  'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8',
  'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq',
]

/**
 * Some weeks of payouts of a few developers: the runs before the last one are paid, the last one waits for approval. Each step
 * is taken as the store takes it, so that balances and statements add up.
 */
export async function plantPayouts(
  tx: Tx,
  developerIds: readonly string[],
  adminId: string,
  now: Date,
): Promise<void> {
  const last = lastRunBefore(SETTINGS, now)
  for (const [at, address] of ADDRESSES.entries()) {
    const developerId = developerIds[at]
    if (developerId === undefined) break
    const since = new Date(last.getTime() - WEEKS * WEEK_MS)
    await tx
      .insertInto('payout_addresses')
      .values({
        id: uuid(),
        developer_id: developerId,
        coin: 'USDC-SOL',
        address,
        created_at: since,
        usable_at: since,
      })
      .execute()
    for (let week = WEEKS - 1; week >= 0; week -= 1) {
      const runAt = new Date(last.getTime() - week * WEEK_MS)
      const id = await plantDraft(tx, developerId, address, runAt)
      if (id !== null && week > 0) await plantPaid(tx, id, adminId, runAt)
    }
  }
  await tx.updateTable('payout_control').set({ last_run_at: now }).execute()
}

async function plantDraft(tx: Tx, developerId: string, address: string, runAt: Date): Promise<string | null> {
  await lockBalance(tx, developerId)
  await mature(tx, SETTINGS, developerId, runAt)
  const cents = (await lockBalance(tx, developerId))?.available_cents ?? 0
  if (cents < MINIMUM_CENTS) return null
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
      provider: 'sandbox',
      coin: 'USDC-SOL',
      address,
      address_usable_at: runAt,
      drafted_at: runAt,
    })
    .execute()
  const { id: transfer_id } = await tx
    .insertInto('balance_transfers')
    .values({
      developer_id: developerId,
      kind: 'payout',
      source: 'available',
      target: 'in_payout',
      amount_cents: cents,
      payout_id: id,
      created_at: runAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('payouts').set({ transfer_id }).where('id', '=', id).execute()
  return id
}

async function plantPaid(tx: Tx, id: string, adminId: string, runAt: Date): Promise<void> {
  const at = (hours: number) => new Date(runAt.getTime() + hours * HOUR_MS)
  const { amount_cents } = await tx
    .selectFrom('payouts')
    .select('amount_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const set = (values: object) => tx.updateTable('payouts').set(values).where('id', '=', id).execute()
  const price = { rate: '1', coin_amount: (amount_cents / 100).toFixed(2) }
  await set({ state: 'APPROVED', approved_by: adminId, approved_at: at(20), ...price })
  await set({ state: 'PREPARING', preparing_at: at(20), attempts: 1 })
  await set({ state: 'PREPARED', reference: uuid() })
  await set({ state: 'RELEASING', releasing_at: at(21) })
  await set({ state: 'SENDING' })
  await set({ state: 'PAID', transaction_id: `sandbox-${id}`, ended_at: at(22 + (amount_cents % 12)) })
}
