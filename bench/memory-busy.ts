/**
 * What a store's process holds in memory: after its first start with the demo catalog, while visitors read, search, buy and
 * download as fast as it answers, and a while later; with the young generation of the shipped units, and with Node's own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../server/platform/clock.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import { COMMON_WORDS } from '../server/testing/fixtures/fill-catalog.ts'
import { type Harness, type RunningStore, SECRET_KEY, withHarness } from './harness.ts'
import { fromManyAddresses, load, type Target } from './load.ts'
import { residentBytes, residentPeak } from './memory.ts'
import { sizeOf } from './options.ts'
import { openPaidOrders, sendMessage } from './paid-orders.ts'
import { type Figure, report } from './report.ts'
import { receive, send } from './transfer.ts'

const SECONDS = sizeOf('seconds', 60)
const REST_SECONDS = 30
const CONNECTIONS = 4
const ORDERS_AT_ONCE = 40
const FILE_BYTES = 64 * 1024 ** 2
const DOWNLOADS_AT_ONCE = 4
const STARTS = { 'as shipped': '--max-semi-space-size=4', 'as Node chooses': '' }

type Moments = { first: number; peak: number; after: number }

await withHarness(async (harness) => {
  for (const [name, nodeOptions] of Object.entries(STARTS)) {
    const moments = await measure(harness, name, nodeOptions)
    report(figuresOf(name, moments), { seconds: SECONDS })
  }
})

async function measure(harness: Harness, name: string, nodeOptions: string): Promise<Moments> {
  const databaseUrl = await harness.database(name.replaceAll(/\W/g, '_'))
  const store = await harness.store(databaseUrl, { DEMO: '1', NODE_OPTIONS: nodeOptions })
  const { db, close } = connect(databaseUrl, console)
  const first = await residentBytes(store.pid)
  await beBusy(store, db).finally(close)
  const peak = await residentPeak(store.pid)
  await sleep(REST_SECONDS * 1_000)
  return { first, peak, after: await residentBytes(store.pid) }
}

/** All kinds of load at once. */
async function beBusy(store: RunningStore, db: Database): Promise<void> {
  const until = performance.now() + SECONDS * 1_000
  const address = await storeFile(store)
  await Promise.all([
    ...(await targetsOf(store, db)).map((target) => load(target, SECONDS, CONNECTIONS)),
    buyUntil(until, store, db),
    ...Array.from({ length: DOWNLOADS_AT_ONCE }, () => downloadUntil(until, address)),
  ])
}

/** Cached pages, and uncached ones. */
async function targetsOf({ url }: RunningStore, db: Database): Promise<Target[]> {
  const games = await db.selectFrom('games').select('slug').where('status', '=', 'published').execute()
  const searches = (path: string) =>
    Array.from(
      { length: 5_000 },
      (_, nth) => `${path}?q=${COMMON_WORDS[nth % COMMON_WORDS.length]}&anew=${nth}`,
    )
  return [
    aTarget(url, ['/']),
    aTarget(url, searches('/games')),
    aTarget(url, searches('/api/games')),
    aTarget(
      url,
      games.map(({ slug }) => `/game/${slug}`),
    ),
  ]
}

/** Asks for one path after the other. */
function aTarget(url: string, paths: readonly string[]): Target {
  let asked = 0
  const addressed = fromManyAddresses()
  const setupRequest: Target['setupRequest'] = (request) =>
    addressed({ ...request, path: paths[asked++ % paths.length] ?? '/' })
  return { name: paths[0] ?? '', url, headers: { 'accept-encoding': 'br' }, setupRequest }
}

/** Checks out, pays, is told by the provider, and so on. */
async function buyUntil(until: number, store: RunningStore, db: Database): Promise<void> {
  while (performance.now() < until) {
    const orders = await openPaidOrders({ ...store, db }, ORDERS_AT_ONCE)
    for (const order of orders) await sendMessage({ ...store, db }, order)
  }
}

/** @returns the address of its download */
async function storeFile({ url }: RunningStore): Promise<string> {
  const signer = addressSigner(url, [SECRET_KEY], systemClock)
  const key = 'games/large'
  const expiresInSeconds = 600
  const limits = { sizeBytes: FILE_BYTES, maxBytes: FILE_BYTES, expiresInSeconds }
  const put = signer.put({ key, contentType: 'application/zip', ...limits })
  await send({ url: put, headers: { 'content-type': 'application/zip' } }, FILE_BYTES)
  return signer.get({ key, fileName: 'large.zip', expiresInSeconds })
}

async function downloadUntil(until: number, address: string): Promise<void> {
  while (performance.now() < until) await receive(address)
}

function figuresOf(name: string, { first, peak, after }: Moments): Figure[] {
  const figure = (when: string, bytes: number): Figure => ({
    what: `${name}: memory ${when}`,
    value: bytes / 1024 ** 2,
    unit: 'MiB',
  })
  return [
    figure('after the first start', first),
    figure('at most while busy', peak),
    figure(`${REST_SECONDS} s later`, after),
  ]
}
