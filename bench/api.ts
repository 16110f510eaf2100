/**
 * The calls that are made most. Kept answers against a bare Fastify that answers the same headers and bytes; answers that
 * are made anew, against a bare Fastify route with one `select` of the same rows; an order's state against one `select 1`. Beside
 * the rates, which hang on what else the machine does, the time that Node alone spends on a request.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fillCatalogue } from './fill.ts'
import { type RunningStore, withGround } from './harness.ts'
import { fromManyAddresses, requestsPerSecond, timePerRequest } from './load.ts'

const LIST = '/api/games?limit=24'
const GAME = '/api/games/game-1'
/** A parameter that no call knows, so that the answer is made for each request and not kept. */
const ANEW = 'anew=1'

type Pair = { name: string; bare: RunningStore; barePath: string; path: string }

await withGround(async (harness) => {
  const databaseUrl = await harness.database('shop')
  await fillCatalogue(databaseUrl, 1_000)
  const orderId = await addOrder(databaseUrl)
  const store = await harness.store(databaseUrl)
  const answers = await harness.bare('answers', store.url + LIST, store.url + GAME)
  const rows = await harness.bare('rows', databaseUrl)
  const one = await harness.bare('query', databaseUrl)
  const pairs: Pair[] = [
    { name: `${LIST}, kept`, bare: answers, barePath: LIST, path: LIST },
    { name: `${GAME}, kept`, bare: answers, barePath: GAME, path: GAME },
    { name: LIST, bare: rows, barePath: '/games', path: `${LIST}&${ANEW}` },
    { name: GAME, bare: rows, barePath: '/games/game-1', path: `${GAME}?${ANEW}` },
    { name: '/api/order-status/:orderId', bare: one, barePath: '/', path: `/api/order-status/${orderId}` },
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
  console.table(
    pairs.map(({ name }) => {
      const [bare, own] = [rates.get(`${name}, bare`) ?? 0, rates.get(name) ?? 0]
      const [bareTime, ownTime] = [times.get(`${name}, bare`) ?? 0, times.get(name) ?? 0]
      return {
        name,
        'bare / s': Math.round(bare),
        'store / s': Math.round(own),
        ratio: (own / bare).toFixed(2),
        'bare µs': Math.round(bareTime),
        'store µs': Math.round(ownTime),
        'ratio of Node alone': (bareTime / ownTime).toFixed(2),
      }
    }),
  )
})

async function addOrder(databaseUrl: string): Promise<string> {
  const id = randomUUID()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client
    .query(
      `insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, expires_at)
       select $1, developer_id, 'buyer@example.test', id, title, 'base', id::text, 999, 'WAITING', now() + interval '1 hour'
       from games limit 1`,
      [id],
    )
    .finally(() => client.end())
  return id
}
