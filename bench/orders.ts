/**
 * What the orders of a list cost: *Recently updated* and *Random* of 100,000 games beside *Newest*, the first page and one far
 * down. The aim is at most 1.2 times.
 */
import pg from 'pg'
import { shuffleGames } from '../server/catalog/search/shuffle.ts'
import { connect } from '../server/platform/database/database.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median, timeOf } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 100_000)
const TIMES = 100
const FAR_PAGES = 20
const ORDERS = { newest: 'sort=new', 'recently updated': 'sort=updated', random: 'sort=random&start=0.5' }

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('orders')
  await fillCatalog(databaseUrl, GAMES)
  await moveSomeUp(databaseUrl)
  const { db, close } = connect(databaseUrl, console)
  await shuffleGames(db, new Date())
  await close()
  const { url } = await harness.store(databaseUrl)
  const first = Object.entries(ORDERS).map(([name, order]) => ({
    name,
    path: `/api/games?limit=24&${order}`,
  }))
  const far: typeof first = []
  for (const { name, path } of first)
    far.push({ name: `${name}, page ${FAR_PAGES}`, path: await farFrom(url, path) })
  for (const pages of [first, far]) {
    const [newest, ...others] = await mediansMs(pages.map(({ path }) => url + path))
    report(
      others.map((value, nth) => ({
        what: pages[nth + 1]?.name ?? '',
        value,
        unit: 'ms',
        against: { what: 'newest', value: newest ?? Number.NaN },
      })),
      { games: GAMES },
    )
  }
})

/** A third of the games had news since they came out. */
async function moveSomeUp(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica') // no triggers
    await client.query(
      `update games set moved_up_at = now() - interval '1 minute' * n
       from (select id, row_number() over (order by md5(id::text)) as n from games) as numbered
       where numbered.id = games.id and n % 3 = 0`,
    )
    await client.query('vacuum analyze games')
  } finally {
    await client.end()
  }
}

/** The path of a page far down a list. */
async function farFrom(url: string, path: string): Promise<string> {
  let next = path
  for (let page = 1; page < FAR_PAGES; page += 1) {
    const { headers } = await fetch(url + next)
    const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (!link) throw new Error(`the list ends on page ${page}`)
    const { pathname, search } = new URL(link, url)
    next = pathname + search
  }
  return next
}

/** The median time of each address, asked in turns, each time with another parameter that no call knows: each is made anew. */
async function mediansMs(urls: readonly string[]): Promise<number[]> {
  const times = urls.map((): number[] => [])
  for (let time = -TIMES / 4; time < TIMES; time += 1)
    for (const [nth, url] of urls.entries()) {
      const took = await timeOf(`${url}&anew=${time}`)
      if (time >= 0) times[nth]?.push(took) // the first ones warm up
    }
  return times.map(median)
}
