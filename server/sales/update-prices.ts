import { percentOff, priceOf, type SaleTerms } from '@nofiller/contract/pricing/pricing'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { onTime } from '../platform/on-time.ts'
import { logEvent } from '../platform/telemetry/log.ts'
import type { Store } from '../store.ts'
import { queueSaleEvents } from '../webhooks/game-events.ts'
import { announcePrices } from './announce-prices.ts'
import { findSales } from './running-sales.ts'

/** So many games are brought up to date in one statement. */
const BATCH = 500
/**
 * The time to write a game with all its indexes. A large sale is written before it starts and committed at the
 * moment itself: so its prices are right at once. The games are locked meanwhile, hence a bound below `lock_timeout`.
 */
const GAME_MS = 0.7
const AHEAD_MAX_MS = 1_500

/**
 * Updates games' prices for the sales that started or ended since the last time, and signals all processes, which
 * render cached pages again. Sales already processed cost nothing.
 * @returns how many sales started or ended
 */
export const updatePrices = async (store: Pick<Store, 'db' | 'jobs' | 'catalogChanged'>): Promise<number> =>
  updatePricesAt(store, await clockOf(store.db))

/** Does the same for a moment that may be up to some seconds ahead: all of it becomes visible at that moment. */
export async function updatePricesAt(
  { db, jobs, catalogChanged }: Pick<Store, 'db' | 'jobs' | 'catalogChanged'>,
  at: Date,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '4s'`.execute(tx) // another process may be turning the same sales
    const { rows: turned } = await sql<Turned>`
      update sales set state = case when ends_at <= ${at} then 'ended' else 'running' end
      where (state = 'planned' and begins_at <= ${at}) or (state = 'running' and ends_at <= ${at})
      returning id, state`.execute(tx)
    if (turned.length === 0) return 0
    const { rows: games } = await sql<{ id: string }>`
      select distinct game_id as id from sale_games where sale_id = any(${sql.val(turned.map(({ id }) => id))}::uuid[])
      order by game_id`.execute(tx)
    const gameIds = games.map(({ id }) => id)
    await refreshPrices(tx, gameIds, at)
    await sql`update price_history set since = ${at}
      where game_id = any(${sql.val(gameIds)}::uuid[]) and since = now()`.execute(tx)
    await announcePrices(jobs, tx)
    await queueSaleEvents(tx, 'sale.started', idsIn(turned, 'running'))
    await queueSaleEvents(tx, 'sale.ended', idsIn(turned, 'ended'))
    await catalogChanged.announce(tx)
    await sql`select pg_sleep(extract(epoch from ${at}::timestamptz - clock_timestamp()))`.execute(tx)
    return turned.length
  })
}

type Turned = { id: string; state: 'running' | 'ended' }

const idsIn = (turned: readonly Turned[], state: Turned['state']): string[] =>
  turned.filter((sale) => sale.state === state).map(({ id }) => id)

/**
 * Writes what the sales of a moment, of this one unless said otherwise, make of the prices of some games. Without a sale, and
 * while it is not for sale at present, a game costs its list price.
 */
export async function refreshPrices(tx: Tx, gameIds: readonly string[], at?: Date): Promise<void> {
  for (let start = 0; start < gameIds.length; start += BATCH)
    await refreshBatch(tx, gameIds.slice(start, start + BATCH), at)
}

async function refreshBatch(tx: Tx, gameIds: readonly string[], at?: Date): Promise<void> {
  const { rows: games } = await sql<{ id: string; priceCents: number; notForSale: boolean }>`
    select id, price_cents as "priceCents", not_for_sale as "notForSale" from games where id = any(${sql.val(gameIds)}::uuid[])
    order by id for no key update`.execute(tx)
  const moment = at ?? (await clockOf(tx)) // once the games are locked: a sale may have started while this waited for them
  const sales = await findSales(tx, gameIds)
  const prices = games.map(({ id, priceCents, notForSale }) =>
    columnsOf(id, priceCents, notForSale ? [] : (sales.get(id) ?? []), moment),
  )
  await sql`
    update games set sale_price_cents = new.cents, sale_percent = new.percent, sale_ends_at = new.ends_at,
      lowest_price_cents = case when new.cents is not null then lowest_price_before(games.id, new.begins_at) end
    from json_to_recordset(${JSON.stringify(prices)})
      as new (id uuid, cents integer, percent smallint, begins_at timestamptz, ends_at timestamptz)
    where games.id = new.id
      and (sale_price_cents, sale_percent, sale_ends_at) is distinct from (new.cents, new.percent, new.ends_at)`.execute(
    tx,
  )
}

function columnsOf(id: string, listCents: number, sales: readonly SaleTerms[], now: Date) {
  const { priceCents, sale } = priceOf({ listCents, sales, bundle: null, code: null, ownCents: null }, now)
  if (sale === null) return { id, cents: null, percent: null, begins_at: null, ends_at: null }
  return {
    id,
    cents: priceCents,
    percent: percentOff(listCents, priceCents),
    begins_at: sale.beginsAt,
    ends_at: sale.endsAt,
  }
}

/** The next start or end of a sale, in ms from now, and how many games it concerns. */
type Turn = { at: Date; inMs: number; games: number }

/** Null while no sale is planned or running. */
async function nextTurn(db: Queryable): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    with due as (select least(
      (select min(begins_at) from sales where state = 'planned'), (select min(ends_at) from sales where state = 'running')
    ) as at)
    select date_trunc('milliseconds', at + interval '999 microseconds') as at, ceil(extract(epoch from at - clock_timestamp()) * 1000)::float8 as "inMs", (
      select count(*)::integer from sale_games join sales on sales.id = sale_games.sale_id
      where (state = 'planned' and begins_at = at) or (state = 'running' and ends_at = at)
    ) as games from due where at is not null`.execute(db)
  return rows[0] ?? null
}

const aheadMs = ({ games }: Turn): number => Math.min(AHEAD_MAX_MS, games * GAME_MS)

/** By the clock of the prices. */
export async function clockOf(db: Queryable): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** Turns prices in time. Answers how to stop. */
export const startPriceUpdates = (store: Store): (() => void) =>
  onTime({
    next: async () => {
      const turn = await nextTurn(store.db)
      return turn && { turn, inMs: turn.inMs - aheadMs(turn) }
    },
    run: async ({ turn }) => {
      const turned = await (turn.inMs > 0 ? updatePricesAt(store, turn.at) : updatePrices(store))
      if (turned > 0) logEvent(store.log, 'prices_turned', { sales: turned })
      return true
    },
    catalogChanged: store.catalogChanged,
    onError: (err) => store.log.error({ err }, 'prices were not brought up to date with the sales'),
  })
