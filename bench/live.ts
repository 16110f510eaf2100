/** How soon a payment page hears of a provider's message, alone and beside others, and what 2,000 open pages cost. */
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '../server/platform/database/database.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { type RunningStore, withHarness } from './harness.ts'
import { percentile } from './load.ts'
import { growthWhile } from './memory.ts'
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
const RUNS = [
  { pace: 'one by one', count: 100 },
  { pace: 20, count: 200 },
  { pace: 50, count: 300 },
  { pace: 100, count: 600 },
] as const
const WATCHED_ORDERS = 200
const PAGES = 2_000
const WARM_UP_PAGES = 200
const CONNECTIONS = 20
const GIVE_UP_MS = 60_000

/** Messages a second, or each when the one before is done with. */
type Pace = 'one by one' | number
/** A server that pushes changes to pages. */
type Side = RunningStore & {
  eventsPath(order: PaidOrder): string
  /** Sends the message of a payment. */
  change(order: PaidOrder): Promise<void>
  untilIdle(): Promise<void>
}
/** `readyAt` is when the page was told that its games are ready, on this process's clock; `told` how often. */
type Page = { readyAt: Promise<number>; told(): number; close(): void }

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('shop')
  await fillCatalog(databaseUrl, GAMES)
  const { db, close } = connect(databaseUrl, console)
  const count = RUNS.reduce((sum, run) => sum + run.count, WATCHED_ORDERS)
  const shop = { ...(await harness.store(databaseUrl)), db }
  const orders = await openPaidOrders(shop, count)
  const watched = orders.splice(0, WATCHED_ORDERS)
  const bare = bareSide(await harness.bare('events'))
  const commits = await listenForCommits(databaseUrl)
  for (const run of RUNS) {
    const some = orders.splice(0, run.count)
    report(await latencies(run.pace, commits, storeSide(shop), bare, some))
  }
  await commits.close()
  const freshShop = { ...(await harness.store(databaseUrl)), db }
  const freshBare = bareSide(await harness.bare('events'))
  const ofStore = await crowd(storeSide(freshShop), watched)
  const ofBare = await crowd(freshBare, watched)
  report(
    ofStore.map((figure, nth) => ({
      ...figure,
      against: { what: 'bare push', value: ofBare[nth]?.value ?? Number.NaN },
    })),
    { pages: PAGES },
  )
  await close()
})

function storeSide(shop: Shop): Side {
  return {
    ...shop,
    eventsPath: ({ payToken }) => `/api/payments/${payToken}/events`,
    change: (order) => sendMessage(shop, order),
    untilIdle: () => untilJobsDone(shop),
  }
}

function bareSide(server: RunningStore): Side {
  return {
    ...server,
    eventsPath: ({ id }) => `/${id}/events`,
    change: async ({ id }) => void (await fetch(`${server.url}/${id}`, { method: 'POST' })),
    untilIdle: async () => undefined,
  }
}

/** Against the commit that the event tells of, heard on a connection to the database, and against a bare push. */
async function latencies(
  pace: Pace,
  commits: Commits,
  store: Side,
  bare: Side,
  orders: PaidOrder[],
): Promise<Figure[]> {
  commits.forget()
  const sold = await changeAll(store, orders, pace)
  const pushed = await changeAll(bare, orders, pace)
  const committed = orders.map(({ id }) => commits.at(id) - (sold.sentAt.get(id) ?? Number.NaN))
  const messages = `${orders.length} messages, ${typeof pace === 'number' ? `${pace} a second` : pace}`
  const references = { 'the commit': committed, 'a bare push': pushed.latencies }
  const shares = { median: 0.5, p99: 0.99 }
  return [
    { what: `${messages}, settled`, value: sold.perSecond, unit: 'orders / s' },
    ...Object.entries(shares).flatMap(([share, part]) =>
      Object.entries(references).map(([what, times]) => ({
        what: `${messages}, to the event, ${share}`,
        value: percentile(sold.latencies, part),
        unit: 'ms',
        against: { what, value: percentile(times, part) },
      })),
    ),
  ]
}

/** A page watches each order. Returns how long after each message its page was notified. */
async function changeAll(side: Side, orders: PaidOrder[], pace: Pace) {
  const pages = new Map<string, Page>()
  await concurrently(orders, CONNECTIONS, async (order) => {
    pages.set(order.id, await openPage(side, order, pages.size))
  })
  const sentAt = new Map<string, number>()
  const startedAt = performance.now()
  const heard: Promise<number>[] = []
  for (const [nth, order] of orders.entries()) {
    if (typeof pace === 'number')
      await sleep(Math.max(0, startedAt + (nth * 1_000) / pace - performance.now()))
    sentAt.set(order.id, performance.now())
    const told = Promise.all([readyAt(pages.get(order.id)), side.change(order)]).then(([at]) => at)
    heard.push(told)
    if (pace === 'one by one') await told.then(side.untilIdle)
  }
  const times = await Promise.all(heard)
  await side.untilIdle()
  for (const page of pages.values()) page.close()
  return {
    sentAt,
    latencies: orders.map(({ id }, nth) => (times[nth] ?? Number.NaN) - (sentAt.get(id) ?? Number.NaN)),
    perSecond: (orders.length * 1_000) / (Math.max(...times) - startedAt),
  }
}

/** Many pages of few orders, each of which changes once while the health check is called. */
async function crowd(side: Side, orders: PaidOrder[]): Promise<Figure[]> {
  const perOrder = PAGES / orders.length
  for (const page of await openPages(side, orders.slice(0, WARM_UP_PAGES / perOrder), perOrder)) page.close()
  await sleep(1_000)
  const opened = await growthWhile(side.pid, () => openPages(side, orders, perOrder))
  const told = await growthWhile(side.pid, async () => {
    const health = askHealth(side)
    const startedAt = performance.now()
    await concurrently(orders, CONNECTIONS, side.change)
    const times = await Promise.all(opened.result.map(readyAt))
    await side.untilIdle()
    return { times, startedAt, slowestHealthMs: await health.end() }
  })
  for (const page of opened.result) page.close()
  const { times, startedAt, slowestHealthMs } = told.result
  const toldOnce = opened.result.filter((page) => page.told() === 1).length
  return [
    { what: 'told exactly once', value: toldOnce, unit: 'pages' },
    { what: 'memory of open pages', value: opened.bytes / 1024 / PAGES, unit: 'KiB a page' },
    { what: 'memory while all are told', value: told.bytes / 2 ** 20, unit: 'MiB more' },
    { what: 'all are told after', value: (Math.max(...times) - startedAt) / 1_000, unit: 's' },
    { what: 'slowest health meanwhile', value: slowestHealthMs, unit: 'ms' },
  ]
}

async function openPages(side: Side, orders: PaidOrder[], perOrder: number): Promise<Page[]> {
  const pages: Page[] = []
  const ordersToOpen = orders.flatMap((order) => Array.from({ length: perOrder }, () => order))
  await concurrently(ordersToOpen, CONNECTIONS, async (order) => {
    pages.push(await openPage(side, order, pages.length))
  })
  return pages
}

/** Each page comes from an address of its own, because one address may open a tenth of all. */
async function openPage(side: Side, order: PaidOrder, nth: number): Promise<Page> {
  const from = `10.0.${nth >> 8}.${nth % 256}`
  const request = get(side.url + side.eventsPath(order), { headers: { 'x-forwarded-for': from } })
  const [answer] = await once(request, 'response')
  if (answer.statusCode !== 200) throw new Error(`the stream was answered ${answer.statusCode}`)
  const ready = Promise.withResolvers<number>()
  let told = 0
  answer.setEncoding('utf8').on('data', (text: string) => {
    if (!text.includes('"state":"ready"')) return
    told += 1
    ready.resolve(performance.now())
  })
  answer.on('error', () => undefined) // it is closed from this side
  return { readyAt: ready.promise, told: () => told, close: () => request.destroy() }
}

/** @throws when the page is not notified for a minute */
async function readyAt(page: Page | undefined): Promise<number> {
  const wait = new AbortController()
  const gaveUp = sleep(GIVE_UP_MS, undefined, { signal: wait.signal, ref: false }).then(() => {
    throw new Error('a page was not told')
  })
  gaveUp.catch(() => undefined) // of the race alone
  return Promise.race([page?.readyAt ?? Number.NaN, gaveUp]).finally(() => wait.abort())
}

/** Asks ten times a second until it is ended. Answers the longest wait. */
function askHealth({ url }: Side) {
  let isOver = false
  const asking = (async () => {
    let slowestMs = 0
    while (!isOver) {
      const askedAt = performance.now()
      const { status } = await fetch(`${url}/api/health`)
      if (status !== 200) throw new Error(`health was answered ${status}`)
      slowestMs = Math.max(slowestMs, performance.now() - askedAt)
      await sleep(100)
    }
    return slowestMs
  })()
  return {
    end: () => {
      isOver = true
      return asking
    },
  }
}

type Commits = Awaited<ReturnType<typeof listenForCommits>>

/** When the database first signalled a change of each order. */
async function listenForCommits(databaseUrl: string) {
  const toldAt = new Map<string, number>()
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('notification', ({ payload = '' }) => {
    if (!toldAt.has(payload)) toldAt.set(payload, performance.now())
  })
  client.on('error', console.error)
  await client.connect()
  await client.query('listen order_changed')
  return {
    forget: () => toldAt.clear(),
    at: (orderId: string) => toldAt.get(orderId) ?? Number.NaN,
    close: () => client.end(),
  }
}
