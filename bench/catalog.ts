/** Uncached pages and lists, in larger and larger catalogs: the promise is at most 1.5 times the time of the smallest. */
import { A_WORD, fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { type RunningStore, withHarness } from './harness.ts'
import { median, timeOf } from './load.ts'
import { sizesOf } from './options.ts'
import { report } from './report.ts'

const SIZES = sizesOf('games', [1_000, 10_000, 100_000])
const TIMES = 60
/** A parameter that pages do not know, so that they are rendered for each request and not cached. */
const ANEW = 'anew=1'

const ADDRESSES = {
  'home page': `/?${ANEW}`,
  'games page': `/games?${ANEW}`,
  'game page': `/game/game-1?${ANEW}`,
  'search page': `/games?q=${A_WORD}&${ANEW}`,
  'tag page': `/games?tag=${A_WORD}&${ANEW}`,
  'GET /api/games?limit=24': '/api/games?limit=24',
  'GET /api/games?q=…&limit=24': `/api/games?q=${A_WORD}&limit=24`,
}

await withHarness(async (harness) => {
  const start = async (games: number) => {
    const databaseUrl = await harness.database(`games_${games}`)
    await fillCatalog(databaseUrl, games)
    return harness.store(databaseUrl)
  }
  const stores: RunningStore[] = []
  for (const games of SIZES) stores.push(await start(games))
  for (const [what, path] of Object.entries(ADDRESSES)) {
    const [smallest = Number.NaN, ...larger] = await mediansMs(stores.map(({ url }) => url + path))
    const against = { what: `${SIZES[0]} games`, value: smallest }
    for (const [nth, value] of larger.entries())
      report([{ what, value, unit: 'ms', against }], { games: SIZES[nth + 1] ?? 0 })
  }
})

/** The median time of each address, asked in turns. */
async function mediansMs(urls: readonly string[]): Promise<number[]> {
  for (const url of urls) for (let time = 0; time < TIMES / 4; time += 1) await timeOf(url)
  const times = urls.map((): number[] => [])
  for (let time = 0; time < TIMES; time += 1)
    for (const [nth, url] of urls.entries()) times[nth]?.push(await timeOf(url))
  return times.map(median)
}
