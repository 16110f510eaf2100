/**
 * What the beginning of a large sale costs: in 10,000 games 3,000 go on sale at the same second, while lists and pages are
 * asked for one after the other. Pages shall be right within a second; beside the slowest answers stand those of the same
 * requests before the sale.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { percentile } from './load.ts'
import { report } from './report.ts'

const GAMES = 10_000
const ON_SALE = 3_000
const ROUNDS_MS = 6_000
/** Returns the lower price as soon as the sale has started; uncached. */
const WATCHED = '/api/games?limit=24&sort=discount&anew=1'
const PATHS = [WATCHED, '/api/games?limit=24', '/api/games?limit=24&sort=price&anew=1', '/']

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('sales')
  await fillCatalog(databaseUrl, GAMES)
  const { url } = await harness.store(databaseUrl)
  const before = await during(url, ROUNDS_MS, async () => undefined)
  const beginsAt = Date.now() + 2_000
  await planSale(databaseUrl, beginsAt)
  let rightAfterMs = Number.NaN
  const sale = await during(url, ROUNDS_MS, async (path, answer) => {
    if (path !== WATCHED || !Number.isNaN(rightAfterMs)) return
    const games = JSON.parse(answer) as { sale: unknown }[]
    if (games.every((game) => game.sale !== null)) rightAfterMs = Date.now() - beginsAt
  })
  const slowest = (times: readonly number[], name: string) => ({
    p99: { what: `p99 ${name}`, value: percentile(times, 0.99) },
    slowest: { what: `slowest ${name}`, value: Math.max(...times) },
  })
  const [calm, busy] = [slowest(before, 'before'), slowest(sale, 'while a sale begins')]
  report(
    [
      { what: 'prices are right after', value: rightAfterMs, unit: 'ms' },
      { ...busy.p99, unit: 'ms', against: calm.p99 },
      { ...busy.slowest, unit: 'ms', against: calm.slowest },
    ],
    { games: GAMES, 'games on sale': ON_SALE },
  )
})

/** Asks for the paths in turn for a while, two at a time. @returns how long each answer took, in ms */
async function during(
  url: string,
  forMs: number,
  look: (path: string, answer: string) => Promise<void>,
): Promise<number[]> {
  const until = Date.now() + forMs
  const times: number[] = []
  const walk = async (first: number) => {
    for (let at = first; Date.now() < until; at += 1) {
      const path = PATHS[at % PATHS.length] ?? '/'
      const startedAt = performance.now()
      const answer = await fetch(url + path)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      times.push(performance.now() - startedAt)
      await look(path, text)
    }
  }
  await Promise.all([walk(0), walk(2)])
  return times
}

/** A sale of the store in which a lot of games take part. */
async function planSale(databaseUrl: string, beginsAt: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const id = randomUUID()
  await client.query(
    `insert into sales (id, name, percent, begins_at, ends_at) values ($1, 'Winter sale', 40, $2, $2::timestamptz + interval '1 day')`,
    [id, new Date(beginsAt).toISOString()],
  )
  await client.query(
    `insert into sale_games select $1, id from games where not is_free and status = 'published' order by md5(id::text) limit ${ON_SALE}`,
    [id],
  )
  await client.query(`select pg_notify('catalogue_changed', '')`)
  await client.end()
}
