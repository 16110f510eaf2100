import type { NoPayoutReason } from '@nofiller/contract/payouts/payout-rules'
import { MEDIAN_NEEDS, shortAddress } from '@nofiller/contract/payouts/payout-rules'
import type { PayoutSummary } from '@nofiller/contract/payouts/payouts'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { type CurrentAddress, currentAddressOf } from '../addresses/address-of.ts'
import { isFrozen } from '../addresses/freeze-payouts.ts'
import { heldByKeysUntil } from '../addresses/key-change-hold.ts'
import { daysAfter, heldUntil, nextRunAfter } from '../settings.ts'

/** The parts of a developer's balance, and the date of the next payout. Money whose hold is over counts as available at once. */
export async function payoutSummary(store: Store, developerId: string): Promise<PayoutSummary> {
  const { db, config } = store
  const now = store.clock()
  const nextRunAt = nextRunAfter(config, now)
  const [balance, ripe, ripeByRun, done, address, frozen, held, medianHours] = await Promise.all([
    balanceRow(db, developerId),
    ripeCents(db, developerId, heldUntil(config, now), now),
    ripeCents(db, developerId, heldUntil(config, nextRunAt), nextRunAt),
    paidBefore(db, developerId),
    currentAddressOf(db, developerId),
    isFrozen(db, developerId),
    heldByKeysUntil(db, developerId, now),
    medianHoursToPaid(db, now),
  ])
  const availableCents = balance.available_cents + ripe.held + ripe.reserve
  const isUnderWay = balance.in_payout_cents > 0
  const facts = {
    availableCents,
    minimumCents: config.PAYOUT_MINIMUM_CENTS,
    address,
    frozen,
    held,
    isUnderWay,
    now,
  }
  return {
    pending: dollarsOf(balance.pending_cents - ripe.held),
    available: dollarsOf(availableCents),
    inPayout: dollarsOf(balance.in_payout_cents),
    paid: dollarsOf(balance.paid_cents),
    reserve: dollarsOf(balance.reserve_cents - ripe.reserve),
    holdDays: config.PAYOUT_HOLD_DAYS,
    reservePercent: config.PAYOUT_RESERVE_PERCENT,
    minimum: dollarsOf(config.PAYOUT_MINIMUM_CENTS),
    payouts: done.count,
    firstPaidAt: done.first?.toISOString() ?? null,
    nextRunAt: nextRunAt.toISOString(),
    expected: dollarsOf(balance.available_cents + ripeByRun.held + ripeByRun.reserve),
    address: address && {
      coin: address.coin,
      short: shortAddress(address.address),
      usableAt: address.usableAt.toISOString(),
      isUsable: address.usableAt <= now,
    },
    heldUntil: held?.toISOString() ?? null,
    isFrozen: frozen,
    cannotAsk: cannotAsk(facts),
    medianHours,
  }
}

type Facts = {
  availableCents: number
  minimumCents: number
  address: CurrentAddress | null
  frozen: boolean
  held: Date | null
  isUnderWay: boolean
  now: Date
}

/** Why a developer cannot request a payout now. */
export function cannotAsk(facts: Facts): NoPayoutReason | null {
  if (facts.isUnderWay) return 'under_way'
  if (facts.frozen) return 'frozen'
  if (facts.address === null) return 'no_address'
  if (facts.availableCents < facts.minimumCents) return 'below_minimum'
  if (facts.address.usableAt > facts.now) return 'address_on_hold'
  return facts.held === null ? null : 'keys_changed'
}

const NOTHING = {
  pending_cents: 0,
  reserve_cents: 0,
  available_cents: 0,
  in_payout_cents: 0,
  paid_cents: 0,
}

async function balanceRow(db: Queryable, developerId: string) {
  const row = await db
    .selectFrom('developer_balances')
    .selectAll()
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return row ?? NOTHING
}

/** Money whose hold ends by a moment and that has not been released yet, in cents. */
async function ripeCents(db: Queryable, developerId: string, soldUntil: Date, now: Date) {
  const { rows } = await sql<{ held: number; reserve: number }>`
    select
      (select coalesce(sum(amount_cents), 0)::bigint from held_earnings
        where developer_id = ${developerId} and sold_at <= ${soldUntil}) as held,
      (select coalesce(sum(amount_cents), 0)::bigint from held_reserves
        where developer_id = ${developerId} and held_until <= ${now}) as reserve`.execute(db)
  return rows[0] ?? { held: 0, reserve: 0 }
}

async function paidBefore(db: Queryable, developerId: string) {
  return db
    .selectFrom('payouts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<Date | null>`min(ended_at)`.as('first')])
    .where('developer_id', '=', developerId)
    .where('state', '=', 'PAID')
    .executeTakeFirstOrThrow()
}

const MEDIAN_DAYS = 90

/** The median hours from a statement to its money, over 90 days; null while there are too few. */
export async function medianHoursToPaid(db: Queryable, now: Date): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null; count: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from ended_at - drafted_at)) / 3600 as hours,
      count(*)::integer as count
    from payouts where state = 'PAID' and ended_at > ${daysAfter(now, -MEDIAN_DAYS)}`.execute(db)
  const { hours = null, count = 0 } = rows[0] ?? {}
  return hours === null || count < MEDIAN_NEEDS ? null : Math.max(1, Math.round(hours))
}
