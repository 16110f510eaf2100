/** How long after a provider's message an order is seen as paid: one at a time, and of many at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '../server/platform/database/database.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median, percentile, processorMs } from './load.ts'
import {
  concurrently,
  openPaidOrders,
  type PaidOrder,
  type Shop,
  sendMessage,
  untilJobsDone,
} from './paid-orders.ts'
import { type Figure, report } from './report.ts'

const GAMES = 500
const ONE_BY_ONE = 60
const AT_ONCE = 500
const CONNECTIONS = 50
const GIVE_UP_MS = 120_000

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('shop')
  await fillCatalog(databaseUrl, GAMES)
  const { db, close } = connect(databaseUrl, console)
  const shop = { ...(await harness.store(databaseUrl)), db }
  const orders = await openPaidOrders(shop, ONE_BY_ONE + AT_ONCE)
  report([
    ...(await settleOneByOne(shop, orders.slice(0, ONE_BY_ONE))),
    ...(await settleTogether(shop, orders.slice(ONE_BY_ONE))),
    { what: 'lost or doubled', value: await wronglyBooked(db), unit: 'orders' },
  ])
  await close()
})

async function settleOneByOne(shop: Shop, orders: readonly PaidOrder[]): Promise<Figure[]> {
  const latencies: number[] = []
  for (const order of orders) {
    const sentAt = performance.now()
    const [paidAt] = await Promise.all([untilPaid(shop, [order], 1), sendMessage(shop, order)])
    latencies.push((paidAt.get(order.id) ?? Number.NaN) - sentAt)
    await untilJobsDone(shop)
  }
  return latencyOf(`${orders.length} messages, one by one`, latencies)
}

async function settleTogether(shop: Shop, orders: readonly PaidOrder[]): Promise<Figure[]> {
  const sentAt = new Map<string, number>()
  const processorBefore = await processorMs(shop.pid)
  const startedAt = performance.now()
  const [paidAt] = await Promise.all([
    untilPaid(shop, orders, 20),
    concurrently(orders, CONNECTIONS, (order) => {
      sentAt.set(order.id, performance.now())
      return sendMessage(shop, order)
    }),
  ])
  const settledS = (Math.max(...paidAt.values()) - startedAt) / 1_000
  await untilJobsDone(shop)
  const mailedS = (performance.now() - startedAt) / 1_000
  const spentMs = (await processorMs(shop.pid)) - processorBefore
  const latencies = orders.map(({ id }) => (paidAt.get(id) ?? Number.NaN) - (sentAt.get(id) ?? Number.NaN))
  return [
    ...latencyOf(`${orders.length} messages, on ${CONNECTIONS} connections`, latencies),
    { what: 'settled', value: orders.length / settledS, unit: 'orders / s' },
    { what: 'settled and mailed', value: orders.length / mailedS, unit: 'orders / s' },
    { what: 'processor of the store', value: spentMs / orders.length, unit: 'ms an order' },
  ]
}

function latencyOf(messages: string, latencies: readonly number[]): Figure[] {
  return [
    { what: `${messages}, to PAID, median`, value: median(latencies), unit: 'ms' },
    { what: `${messages}, to PAID, p99`, value: percentile(latencies, 0.99), unit: 'ms' },
  ]
}

/** When each order was first seen as paid, on this process's clock. */
async function untilPaid(
  { db }: Shop,
  orders: readonly PaidOrder[],
  everyMs: number,
): Promise<Map<string, number>> {
  const open = new Set(orders.map(({ id }) => id))
  const paid = new Map<string, number>()
  for (const until = performance.now() + GIVE_UP_MS; open.size > 0; ) {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'PAID')
      .where('id', 'in', [...open])
      .execute()
    for (const { id } of rows) {
      paid.set(id, performance.now())
      open.delete(id)
    }
    if (performance.now() > until) throw new Error(`${open.size} orders were not settled`)
    await sleep(everyMs)
  }
  return paid
}

/** Orders without exactly one sale in the ledger and one receipt among the sent emails. */
async function wronglyBooked(db: Database): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select (select count(*) from orders where 1 <>
        (select count(*) from ledger_entries where order_id = orders.id and line = 'gross'))
      + abs((select count(*) from orders)
        - (select count(*) from jobs.job where name = 'send-mail' and state = 'completed')) as wrong`.execute(
    db,
  )
  return rows[0]?.wrong ?? Number.NaN
}
