import { sql } from 'kysely'
import { type PayoutProvider, PayoutUncertain, RELEASES_PER_MINUTE } from '../providers/payout-provider.ts'

import { hold, look, prepare, recover, release, type Sending } from './steps.ts'

const AT_ONCE = 50
const MINUTE_MS = 60_000
const QUOTES_MS = 2 * MINUTE_MS

/**
 * One round of the payout process: records a heartbeat, requests rates, then takes each payout one step further. Sequential,
 * because nothing here is urgent. Returns the number of steps.
 */
export async function workOnce(sending: Sending): Promise<number> {
  const { store, provider } = sending
  await store.db.updateTable('payout_control').set({ seen_at: store.clock() }).execute()
  await refreshQuotes(sending)
  let steps = await holdForOtherProvider(sending)
  if (!provider.isPaidByHand) steps += await each(sending, ['RELEASING', 'SENDING', 'UNKNOWN'], look, AT_ONCE)
  steps += await each(sending, ['PREPARING'], recover, AT_ONCE)
  // A made payout that is not released in time expires at the provider, so no more are made than can be released now.
  const releases = await releasable(sending)
  const waiting = await due(sending, ['PREPARED'], releases)
  steps += await each(sending, ['APPROVED'], prepare, releases - waiting.length)
  for (let count = releases; count > 0; count -= 1) {
    const [next] = await due(sending, ['PREPARED'], 1)
    if (next === undefined) break
    await release(sending, next)
    steps += 1
  }
  return steps
}

/** A payout approved for another provider has no rate at this one. Returns how many were put on hold. */
async function holdForOtherProvider(sending: Sending): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where state = 'APPROVED' and provider <> ${sending.provider.name}
    order by next_look_at limit ${AT_ONCE}`.execute(sending.store.db)
  for (const { id } of rows) await hold(sending, id)
  return rows.length
}

async function each(
  sending: Sending,
  states: readonly string[],
  step: (sending: Sending, id: string) => Promise<void>,
  limit: number,
): Promise<number> {
  const ids = await due(sending, states, limit)
  for (const id of ids) await step(sending, id)
  return ids.length
}

/** By the index `payouts_waiting`. */
async function due(
  { store, provider }: Sending,
  states: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where state = any (${sql.val(states)}::text[]) and next_look_at <= ${store.clock()}
      and provider = ${provider.name} and state not in ('PAID', 'FAILED', 'CANCELLED')
    order by next_look_at, id limit ${limit}`.execute(store.db)
  return rows.map((row) => row.id)
}

/** How many may be released now. By `payouts_releasing`. */
async function releasable({ store, provider }: Sending): Promise<number> {
  const perMinute = RELEASES_PER_MINUTE[provider.name]
  if (perMinute === undefined) return AT_ONCE
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payouts
    where provider = ${provider.name} and releasing_at > ${new Date(store.clock().getTime() - MINUTE_MS)}`.execute(
    store.db,
  )
  return Math.max(0, perMinute - (rows[0]?.count ?? 0))
}

/** Stores the provider's quote for each coin, for the process that may not call it. */
async function refreshQuotes({ store, provider }: Sending): Promise<void> {
  const now = store.clock()
  const known = await store.db
    .selectFrom('payout_quotes')
    .select(['coin', 'quoted_at'])
    .where('provider', '=', provider.name)
    .execute()
  for (const coin of coinsOf(provider, store.config.payoutCoins)) {
    const at = known.find((quote) => quote.coin === coin)?.quoted_at
    if (at && now.getTime() - at.getTime() < QUOTES_MS) continue
    try {
      const { available, minimum, networkFee, rate, decimals } = await provider.quote(coin)
      const quote = { available, minimum, network_fee: networkFee, rate, decimals, quoted_at: now }
      await store.db
        .insertInto('payout_quotes')
        .values({ provider: provider.name, coin, ...quote })
        .onConflict((row) => row.columns(['provider', 'coin']).doUpdateSet(quote))
        .execute()
    } catch (error) {
      if (!(error instanceof PayoutUncertain)) throw error
      store.log.warn({ coin, err: error }, 'the payout provider told no rate')
    }
  }
}

const coinsOf = (provider: PayoutProvider, offered: readonly string[]): string[] =>
  offered.filter((coin) => provider.coins.includes(coin))
