/** Cached pages, against a bare `node:http` server that answers the same headers and bytes. */
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { type Harness, withHarness } from './harness.ts'
import { requestsPerSecond } from './load.ts'
import { sizesOf } from './options.ts'
import { report } from './report.ts'

const PAGES = { 'home page': '/', 'game page': '/game/game-1' }
const HEADERS = { 'accept-encoding': 'br' }

await withHarness(async (harness) => {
  for (const games of sizesOf('games', [1_000, 10_000, 100_000])) await measure(harness, games)
})

async function measure(harness: Harness, games: number): Promise<void> {
  const databaseUrl = await harness.database(`games_${games}`)
  await fillCatalog(databaseUrl, games)
  const store = await harness.store(databaseUrl)
  const { url: bareUrl } = await harness.bare(
    'bytes',
    ...Object.values(PAGES).map((path) => store.url + path),
  )
  const measured = await requestsPerSecond(
    Object.entries(PAGES).flatMap(([name, path]) => [
      { name: `${name}, bare`, url: bareUrl + path, headers: HEADERS },
      { name: `${name}, store`, url: store.url + path, headers: HEADERS },
    ]),
  )
  report(
    Object.keys(PAGES).map((name) => ({
      what: `${name}, cached`,
      value: measured.get(`${name}, store`) ?? Number.NaN,
      unit: 'requests / s',
      against: { what: 'bare node:http', value: measured.get(`${name}, bare`) ?? Number.NaN },
    })),
    { games },
  )
}
