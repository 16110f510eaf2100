/** Kept pages, against a bare `node:http` server that answers the same headers and bytes. */
import { fillCatalogue } from './fill.ts'
import { withGround } from './harness.ts'
import { requestsPerSecond } from './load.ts'

const PAGES = { 'home page': '/', 'game page': '/game/game-1' }
const HEADERS = { 'accept-encoding': 'br' }

await withGround(async (harness) => {
  const databaseUrl = await harness.database('shop')
  await fillCatalogue(databaseUrl, 1_000)
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
  console.table(
    Object.keys(PAGES).map((name) => {
      const bare = measured.get(`${name}, bare`) ?? 0
      const own = measured.get(`${name}, store`) ?? 0
      return {
        name,
        'bare / s': Math.round(bare),
        'store / s': Math.round(own),
        ratio: (own / bare).toFixed(2),
      }
    }),
  )
})
