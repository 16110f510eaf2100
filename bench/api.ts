/** The calls that are made most, against a bare Fastify route with one `select 1` on the same database server. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fillCatalogue } from './fill.ts'
import { withGround } from './ground.ts'
import { fromManyAddresses, requestsPerSecond } from './load.ts'

const BARE = 'Fastify with one select 1'

await withGround(async (ground) => {
  const databaseUrl = await ground.database('shop')
  await fillCatalogue(databaseUrl, 1_000)
  const orderId = await addOrder(databaseUrl)
  const store = await ground.store(databaseUrl)
  const addresses = {
    [BARE]: await ground.bare('query', databaseUrl),
    'GET /api/games?limit=24': `${store.url}/api/games?limit=24`,
    'GET /api/order-status/:orderId': `${store.url}/api/order-status/${orderId}`,
  }
  const setupRequest = fromManyAddresses()
  const measured = await requestsPerSecond(
    Object.entries(addresses).map(([name, url]) => ({ name, url, setupRequest })),
  )
  const bare = measured.get(BARE) ?? 0
  console.table(
    [...measured].map(([name, rate]) => ({
      name,
      'requests / s': Math.round(rate),
      ratio: (rate / bare).toFixed(2),
    })),
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
