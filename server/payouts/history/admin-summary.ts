import type { PayoutGroup } from '@nofiller/contract/payouts/payout-rules'
import type { AdminPayoutSummary } from '@nofiller/contract/payouts/payouts'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { nearestCents, unitsOf, worthOf } from '../../payments/decimal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { RELEASES_PER_MINUTE } from '../providers/payout-provider.ts'
import { nextRunAfter } from '../settings.ts'
import { inGroup } from './admin-payouts.ts'
import { medianHoursToPaid } from './summary.ts'

const MINUTE_MS = 60_000

/** Whether payouts run, what is due and what the provider holds, by the last record of the payout process. */
export async function adminSummary(store: Store): Promise<AdminPayoutSummary> {
  const { db, config } = store
  const now = store.clock()
  const provider = config.payoutProvider
  const [control, counts, due, coins, medianHours, unreleased, elsewhere] = await Promise.all([
    controlRow(db),
    countsOf(db),
    dueOf(db),
    coinsOf(db, provider),
    medianHoursToPaid(db, now),
    countUnreleased(db),
    countElsewhere(db, provider),
  ])
  const perMinute = RELEASES_PER_MINUTE[provider]
  return {
    stopped:
      control.stopped && control.changed_at
        ? { by: control.by ?? '', at: control.changed_at.toISOString(), reason: control.reason ?? '' }
        : null,
    provider,
    isManual: provider === 'manual',
    nextRunAt: nextRunAfter(config, now).toISOString(),
    due,
    counts,
    secondAbove: dollarsOf(config.PAYOUT_SECOND_APPROVAL_CENTS),
    screening: await screeningState(store),
    medianHours,
    coins,
    releasesUntil:
      perMinute !== undefined && unreleased > perMinute
        ? new Date(now.getTime() + Math.ceil(unreleased / perMinute) * MINUTE_MS).toISOString()
        : null,
    elsewhere,
    processSeenAt: control.seen_at?.toISOString() ?? null,
  }
}

/** Whether addresses are screened now. */
async function screeningState({ sanctions }: Store): Promise<AdminPayoutSummary['screening']> {
  const { result } = await sanctions.screen('BTC', '')
  return result === 'off' || result === 'unavailable' ? result : 'on'
}

const controlRow = (db: Queryable) =>
  db
    .selectFrom('payout_control')
    .leftJoin('accounts as admin', 'admin.id', 'payout_control.changed_by')
    .select(['stopped', 'reason', 'changed_at', 'seen_at', 'admin.username as by'])
    .executeTakeFirstOrThrow()

/** How many payouts are in each list. */
export async function countsOf(db: Queryable): Promise<Record<PayoutGroup, number>> {
  const { rows } = await sql<Record<PayoutGroup, number>>`
    select count(*) filter (where ${inGroup('due')})::integer as due,
      count(*) filter (where ${inGroup('to_pay')})::integer as to_pay,
      count(*) filter (where ${inGroup('person')})::integer as person,
      count(*) filter (where ${inGroup('running')})::integer as running,
      (select count(*)::integer from payouts where ended_at is not null) as done
    from payouts where state not in ('PAID', 'FAILED', 'CANCELLED')`.execute(db)
  return rows[0] ?? { due: 0, to_pay: 0, person: 0, running: 0, done: 0 }
}

async function dueOf(db: Queryable): Promise<AdminPayoutSummary['due']> {
  const row = await db
    .selectFrom('payouts')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'),
      fn.countAll<number>().as('count'),
      sql<Date | null>`min(drafted_at)`.as('oldest'),
    ])
    .where('state', '=', 'DRAFT')
    .executeTakeFirstOrThrow()
  return {
    amount: dollarsOf(row.cents),
    count: row.count,
    oldestAt: row.oldest?.toISOString() ?? null,
  }
}

async function coinsOf(db: Queryable, provider: string): Promise<AdminPayoutSummary['coins']> {
  const { rows } = await sql<{
    coin: string
    rate: string | null
    available: string | null
    due_cents: number
    quoted_at: Date | null
  }>`
    select coin, quote.rate, quote.available, coalesce(owed.cents, 0)::bigint as due_cents, quote.quoted_at
    from (
      select coin, sum(amount_cents) as cents from payouts
      where state in ('DRAFT', 'APPROVED', 'PREPARING', 'PREPARED') group by coin) as owed
    full join (select * from payout_quotes where provider = ${provider}) as quote using (coin)
    order by coin`.execute(db)
  return rows.map(({ coin, rate, available, due_cents, quoted_at }) => ({
    coin,
    rate,
    available,
    availableDollars: worthInDollars(available, rate),
    due: dollarsOf(due_cents),
    quotedAt: quoted_at?.toISOString() ?? null,
  }))
}

function worthInDollars(amount: string | null, rate: string | null): number | null {
  const [units, rateUnits] = [amount === null ? null : unitsOf(amount), rate === null ? null : unitsOf(rate)]
  return units === null || rateUnits === null ? null : dollarsOf(nearestCents(worthOf(units, rateUnits)))
}

async function countUnreleased(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['APPROVED', 'PREPARING', 'PREPARED'])
    .executeTakeFirstOrThrow()
  return count
}

/** By the partial index `payouts_waiting`. */
async function countElsewhere(db: Queryable, provider: string): Promise<number> {
  const { count } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['PREPARING', 'PREPARED', 'RELEASING', 'SENDING', 'UNKNOWN'])
    .where('provider', '<>', provider)
    .executeTakeFirstOrThrow()
  return count
}
