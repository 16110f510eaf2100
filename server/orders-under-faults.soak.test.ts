import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from './orders/settlement/find-differences.ts'
import { type Cluster, insistingBuyer, openCluster } from './testing/cluster.ts'
import { forEach } from './testing/for-each.ts'
import { gamesWithoutFiles, sale } from './testing/sales-under-faults.ts'
import { eventually } from './testing/store.ts'

const AT_ONCE = 16
const HOUR_MS = 3_600_000
/** Mails wait behind whatever their buyers do, and those in the hands of a killed process for half a minute more. */
const MAILED_MS = 600_000
/** Each of them buys every game. */
const BUYERS = 100
const GAMES = 100
const ORDERS = BUYERS * GAMES
const KILLS = 20
/** In order, in a hurry, and not at all. */
const POSTGRES_ENDS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
const FAULTS = `${KILLS} kills of one, ${POSTGRES_ENDS.length} of PostgreSQL, one promotion of the replica`

let shop: Cluster
beforeAll(async () => {
  shop = await openCluster({ replication: 'synchronous' })
}, 300_000)
afterAll(() => shop?.remove(), 120_000)

it(
  `R1 R2 ${ORDERS} orders through two processes survive ${FAULTS}, and none is lost or doubled`,
  async ({ annotate }) => {
    const games = await gamesWithoutFiles(shop, GAMES)
    const begun = performance.now()
    const paid: string[] = []
    let refused = 0
    const onRefusal = () => {
      refused += 1
    }
    const selling = forEach(Array(BUYERS).fill(null), AT_ONCE, async () => {
      const buyer = await insistingBuyer(shop, onRefusal)
      for (const game of games) paid.push(await sale(buyer, game))
    })
    await Promise.all([selling, strikeInTurn(() => paid.length / ORDERS)])
    const seconds = (performance.now() - begun) / 1_000

    await eventually(async () => (await countOf('order_mails', sql`delivered_at is null`)) === 0, MAILED_MS)
    await annotate(
      `${ORDERS} orders, ${FAULTS} in ${seconds.toFixed(0)} s, ` +
        `${(ORDERS / seconds).toFixed(1)} orders a second; ${refused} requests were refused or broken off, and asked again`,
    )
    expect(new Set(paid).size).toBe(ORDERS)
    expect(await countOf('orders', sql`status = 'PAID'`)).toBe(ORDERS)
    expect(await countOf('orders')).toBe(ORDERS)
    expect(await countOf('sandbox_invoices')).toBe(ORDERS)
    expect(await countOf('grants')).toBe(ORDERS)
    expect(await countOf('order_mails')).toBe(ORDERS)
    expect(await countOf('ledger_entries', sql`line = 'gross'`)).toBe(ORDERS)
    expect(await countOf('payment_cases')).toBe(0)
    expect(await findDifferences(shop.db)).toEqual([])
  },
  HOUR_MS,
)

/** Strikes at even steps of the way. */
async function strikeInTurn(way: () => number): Promise<void> {
  const faults = faultsInTurn()
  for (const [nth, strike] of faults.entries()) {
    await eventually(() => way() >= (nth + 0.5) / faults.length, HOUR_MS)
    await strike()
  }
}

/** The kills of the two processes in turn, and those of PostgreSQL spread among them; in the middle the replica is promoted. */
function faultsInTurn(): (() => Promise<void>)[] {
  const faults = Array.from({ length: KILLS }, (_, nth) => async () => {
    const process = shop.processes[nth % 2 === 0 ? 0 : 1]
    await process.end('SIGKILL')
    await process.start()
  })
  for (const [nth, signal] of POSTGRES_ENDS.entries())
    faults.splice(Math.round(((nth + 0.5) * KILLS) / POSTGRES_ENDS.length) + nth, 0, () =>
      shop.postgres.kill(signal),
    )
  const { replicated } = shop
  if (replicated) faults.splice(Math.floor(faults.length / 2), 0, replicated.failOver)
  return faults
}

async function countOf(table: string, condition = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${condition}`.execute(shop.db)
  return rows[0]?.count ?? 0
}
