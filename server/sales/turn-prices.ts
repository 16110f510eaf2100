import { percentOff, priceOf, type SaleTerms } from '@nofiller/contract/pricing'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { logEvent } from '../platform/log.ts'
import type { Store } from '../store.ts'
import { findSales } from './running-sales.ts'

/** So many games are brought up to date in one statement. */
const BATCH = 500
/** Looks at the clock of the database again after this time, whatever it said before. */
const LOOK_MS = 30_000
const RETRY_MS = 1_000

/**
 * Brings what games cost up to date with the sales that began or ended since the last time, and tells every process, whose
 * cached pages are then made anew. Sales that are turned already cost nothing.
 * @returns how many sales began or ended
 */
export async function turnPrices({
  db,
  catalogueChanged,
}: Pick<Store, 'db' | 'catalogueChanged'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: turned } = await sql<{ id: string }>`
      update sales set state = case when ends_at <= now() then 'ended' else 'running' end
      where (state = 'planned' and begins_at <= now()) or (state = 'running' and ends_at <= now())
      returning id`.execute(tx)
    if (turned.length === 0) return 0
    const { rows: games } = await sql<{ id: string }>`
      select distinct game_id as id from sale_games where sale_id = any(${sql.val(turned.map(({ id }) => id))}::uuid[])
      order by game_id`.execute(tx)
    await refreshPrices(
      tx,
      games.map(({ id }) => id),
    )
    await catalogueChanged.announce(tx)
    return turned.length
  })
}

/** Writes what the sales of the moment make of the prices of some games. Without a sale a game costs its list price. */
export async function refreshPrices(tx: Tx, gameIds: readonly string[]): Promise<void> {
  for (let start = 0; start < gameIds.length; start += BATCH)
    await refreshBatch(tx, gameIds.slice(start, start + BATCH))
}

async function refreshBatch(tx: Tx, gameIds: readonly string[]): Promise<void> {
  const { rows: games } = await sql<{ id: string; priceCents: number; now: Date }>`
    select id, price_cents as "priceCents", now() as now from games where id = any(${sql.val(gameIds)}::uuid[])
    order by id for no key update`.execute(tx)
  const sales = await findSales(tx, gameIds)
  const prices = games.map(({ id, priceCents, now }) => columnsOf(id, priceCents, sales.get(id) ?? [], now))
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
  const { priceCents, sale } = priceOf({ listCents, sales, bundles: [], code: null, ownCents: null }, now)
  if (sale === null) return { id, cents: null, percent: null, begins_at: null, ends_at: null }
  return {
    id,
    cents: priceCents,
    percent: percentOff(listCents, priceCents),
    begins_at: sale.beginsAt,
    ends_at: sale.endsAt,
  }
}

/** How long until the next sale begins or ends, in ms; null while none is planned or running. */
async function msToNextTurn(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from least(
      (select min(begins_at) from sales where state = 'planned'), (select min(ends_at) from sales where state = 'running')
    ) - clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]?.ms ?? null
}

/**
 * Turns prices in time, by the clock of the database: every process waits for the next begin or end and the first one does
 * it. Plans that change meanwhile are heard of by `catalogueChanged`. Answers how to stop.
 */
export function startTurningPrices(store: Store): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void look(), Math.min(ms, LOOK_MS))
  }
  const look = async () => {
    try {
      const turned = await turnPrices(store)
      if (turned > 0) logEvent(store.log, 'prices_turned', { sales: turned })
      wait(Math.max(0, (await msToNextTurn(store.db)) ?? LOOK_MS))
    } catch (err) {
      store.log.error({ err }, 'prices were not brought up to date with the sales')
      wait(RETRY_MS)
    }
  }
  store.catalogueChanged.onChange(() => wait(0))
  wait(0)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
