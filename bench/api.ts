/**
 * The calls that are made most. Cached answers against a bare Fastify that answers the same headers and bytes; answers that
 * are made anew, against a bare Fastify route with one `select` of the same rows; an order's state against one `select 1`. Beside
 * the rates, which hang on what else the machine does, the time that Node alone spends on a request.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { type Harness, type RunningStore, withHarness } from './harness.ts'
import { fromManyAddresses, requestsPerSecond, timePerRequest } from './load.ts'
import { sizesOf } from './options.ts'
import { report } from './report.ts'

const LIST = '/api/games?limit=24'
const GAME = '/api/games/game-1'
/** A parameter that no call knows, so that the answer is made for each request and not cached. */
const ANEW = 'anew=1'
const BYTES = 'bare Fastify, same bytes'
const SELECT = 'bare Fastify, one select'

type Pair = { name: string; bare: RunningStore; bareName: string; barePath: string; path: string }

await withHarness(async (harness) => {
  for (const games of sizesOf('games', [1_000, 10_000, 100_000])) await measure(harness, games)
})

async function measure(harness: Harness, games: number): Promise<void> {
  const databaseUrl = await harness.database(`games_${games}`)
  await fillCatalog(databaseUrl, games)
  const { orderId, gameId } = await addRows(databaseUrl)
  const latest = `/api/games/${gameId}/latest`
  const store = await harness.store(databaseUrl)
  const answers = await harness.bare('answers', store.url + LIST, store.url + GAME, store.url + latest)
  const rows = await harness.bare('rows', databaseUrl)
  const one = await harness.bare('query', databaseUrl)
  const pairs: Pair[] = [
    { name: `${LIST}, cached`, bare: answers, bareName: BYTES, barePath: LIST, path: LIST },
    { name: `${GAME}, cached`, bare: answers, bareName: BYTES, barePath: GAME, path: GAME },
    {
      name: '/api/games/:id/latest, cached',
      bare: answers,
      bareName: BYTES,
      barePath: latest,
      path: latest,
    },
    { name: LIST, bare: rows, bareName: SELECT, barePath: '/games', path: `${LIST}&${ANEW}` },
    { name: GAME, bare: rows, bareName: SELECT, barePath: '/games/game-1', path: `${GAME}?${ANEW}` },
    {
      name: '/api/order-status/:orderId',
      bare: one,
      bareName: 'bare Fastify, one select 1',
      barePath: '/',
      path: `/api/order-status/${orderId}`,
    },
  ]
  const headers = { 'accept-encoding': 'br' }
  const setupRequest = fromManyAddresses()
  const target = (name: string, { url, pid }: RunningStore, path: string) => ({
    name,
    url: url + path,
    pid,
    headers,
    setupRequest,
  })
  const targets = pairs.flatMap(({ name, bare, barePath, path }) => [
    target(`${name}, bare`, bare, barePath),
    target(name, store, path),
  ])
  const rates = await requestsPerSecond(targets)
  const times = await timePerRequest(targets)
  const figures = (measured: Map<string, number>, unit: string) =>
    pairs.map(({ name, bareName }) => ({
      what: name,
      value: measured.get(name) ?? Number.NaN,
      unit,
      against: { what: bareName, value: measured.get(`${name}, bare`) ?? Number.NaN },
    }))
  report([...figures(rates, 'requests / s'), ...figures(times, 'µs of Node a request')], { games })
}

/** An open order, and a release of four files, of one game. */
async function addRows(databaseUrl: string): Promise<{ orderId: string; gameId: string }> {
  const orderId = randomUUID()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ game_id: string }>(
      `insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, expires_at)
       select $1, developer_id, 'buyer@example.test', id, title, 'base', id::text, 999, 'WAITING', now() + interval '1 hour'
       from games limit 1 returning game_id`,
      [orderId],
    )
    const gameId = rows[0]?.game_id ?? ''
    await client.query(
      `with release as (
         insert into releases (id, game_id, label, live_at) values (gen_random_uuid(), $1, '0.5', now()) returning id
       ), file as (
         insert into game_files (id, game_id, kind, device, position)
         select gen_random_uuid(), $1, 'file', device, position
         from unnest(array['Windows', 'Mac', 'Linux', 'Android']) with ordinality as device (device, position) returning id
       ), build as (
         insert into file_builds (id, file_id, name, size_bytes, storage_key, live_at, release_id, sha256)
         select gen_random_uuid(), file.id, 'game.zip', 600000000, file.id::text, now(), release.id, sha256(file.id::text::bytea)
         from file, release returning id, file_id, release_id
       )
       insert into release_builds (release_id, file_id, build_id) select release_id, file_id, id from build`,
      [gameId],
    )
    return { orderId, gameId }
  } finally {
    await client.end()
  }
}
