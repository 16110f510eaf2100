/** How long after a provider's message an order is seen as paid: one at a time, and of many at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { SIGNATURE_HEADER } from '../server/payments/sandbox-provider.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { hmac, keyFor } from '../server/platform/signatures.ts'
import { play } from '../server/sandbox/books.ts'
import { type Person, signedIn } from '../server/testing/fixtures/people.ts'
import { fillCatalogue } from './fill.ts'
import { SECRET_KEY, withGround } from './harness.ts'
import { median, processorMs } from './load.ts'

const GAMES = 500
const ONE_BY_ONE = 60
const AT_ONCE = 500
const CONNECTIONS = 50
const BUYERS = 10
const GIVE_UP_MS = 120_000

type Shop = { url: string; pid: number; db: Database; webhookSecret: string }
type Order = { id: string; invoiceId: string }

await withGround(async (harness) => {
  const databaseUrl = await harness.database('shop')
  await fillCatalogue(databaseUrl, GAMES)
  const { url, pid } = await harness.store(databaseUrl)
  const { db, close } = connect(databaseUrl, console)
  const webhookSecret = keyFor(SECRET_KEY, 'sandbox-webhook').toString('hex')
  const shop = { url, pid, db, webhookSecret }
  const orders = await openPaidOrders(shop)
  console.table([
    await settleOneByOne(shop, orders.slice(0, ONE_BY_ONE)),
    await settleTogether(shop, orders.slice(ONE_BY_ONE)),
  ])
  console.log('lost or doubled:', await wronglyBooked(db))
  await close()
})

async function settleOneByOne(shop: Shop, orders: readonly Order[]): Promise<object> {
  const latencies: number[] = []
  for (const order of orders) {
    const sentAt = performance.now()
    const [paidAt] = await Promise.all([untilPaid(shop, [order], 1), sendMessage(shop, order)])
    latencies.push((paidAt.get(order.id) ?? Number.NaN) - sentAt)
    await untilJobsDone(shop)
  }
  return { messages: `${orders.length}, one by one`, ...latencyOf(latencies) }
}

async function settleTogether(shop: Shop, orders: readonly Order[]): Promise<object> {
  const sentAt = new Map<string, number>()
  const processorBefore = await processorMs(shop.pid)
  const begunAt = performance.now()
  const [paidAt] = await Promise.all([
    untilPaid(shop, orders, 20),
    concurrently(orders, CONNECTIONS, (order) => {
      sentAt.set(order.id, performance.now())
      return sendMessage(shop, order)
    }),
  ])
  const settledS = (Math.max(...paidAt.values()) - begunAt) / 1_000
  await untilJobsDone(shop)
  const mailedS = (performance.now() - begunAt) / 1_000
  const spentMs = (await processorMs(shop.pid)) - processorBefore
  const latencies = orders.map(({ id }) => (paidAt.get(id) ?? Number.NaN) - (sentAt.get(id) ?? Number.NaN))
  return {
    messages: `${orders.length}, on ${CONNECTIONS} connections`,
    ...latencyOf(latencies),
    'settled a second': (orders.length / settledS).toFixed(0),
    'settled and mailed a second': (orders.length / mailedS).toFixed(0),
    'processor ms an order': (spentMs / orders.length).toFixed(1),
  }
}

function latencyOf(latencies: readonly number[]): object {
  return {
    'message to PAID, median ms': median(latencies).toFixed(0),
    'p99 ms': percentile(latencies, 0.99).toFixed(0),
  }
}

/** Orders whose money has come, and of which no message and no look has told the store. */
async function openPaidOrders({ url, db }: Shop): Promise<Order[]> {
  const people = { db, url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const buyers: Person[] = []
  for (let nth = 0; nth < BUYERS; nth += 1) buyers.push(await signedIn(people))
  const games = await db
    .selectFrom('games')
    .select('id')
    .where('is_free', '=', false)
    .limit((ONE_BY_ONE + AT_ONCE) / BUYERS)
    .execute()
  const orders: Order[] = []
  const sales = buyers.flatMap((buyer) => games.map((game) => ({ buyer, game })))
  await concurrently(sales, BUYERS, async ({ buyer, game }) => {
    const body = { gameId: game.id, email: buyer.email, mode: 'base' }
    const answer = await buyer.post('/api/checkout', body)
    if (answer.status !== 200) throw new Error(`checkout answered ${answer.status}: ${answer.text}`)
    orders.push({ id: answer.body.orderId, invoiceId: answer.body.invoiceUrl.split('/').at(-1) })
  })
  await db.updateTable('orders').set({ next_check_at: null }).execute()
  await concurrently(orders, BUYERS, ({ invoiceId }) => play(db, invoiceId, 'pay', undefined))
  return orders
}

async function sendMessage({ url, webhookSecret }: Shop, { id }: Order): Promise<void> {
  const body = JSON.stringify({ messageId: `paid-${id}`, orderId: id })
  const answer = await fetch(`${url}/api/webhooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: hmac(webhookSecret, Buffer.from(body)).toString('hex'),
    },
    body,
  })
  if (!answer.ok) throw new Error(`the message was answered ${answer.status}`)
}

/** When each order was first seen as paid, on this process's clock. */
async function untilPaid(
  { db }: Shop,
  orders: readonly Order[],
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

async function untilJobsDone({ db }: Shop): Promise<void> {
  for (const until = performance.now() + GIVE_UP_MS; ; await sleep(10)) {
    const { rows } = await sql`
      select from jobs.job where name in ('read-back', 'send-mail') and state < 'completed' limit 1`.execute(
      db,
    )
    if (rows.length === 0) return
    if (performance.now() > until) throw new Error('jobs were left')
  }
}

/** Orders without exactly one sale in the ledger and one receipt among the sent mails. */
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

async function concurrently<T>(items: readonly T[], workers: number, work: (item: T) => Promise<unknown>) {
  const left = [...items]
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}

function percentile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
}
