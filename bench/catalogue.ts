/** Pages that are rendered anew and lists, with 1,000 and with 10,000 games: the promise is at most 1.5 times the time. */
import { A_WORD, fillCatalogue } from './fill.ts'
import { withGround } from './harness.ts'
import { median } from './load.ts'

const SMALL = 1_000
const LARGE = 10_000
const TIMES = 60
/** A parameter that pages do not know, so that they are rendered for each request and not kept. */
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

await withGround(async (harness) => {
  const start = async (games: number) => {
    const databaseUrl = await harness.database(`games_${games}`)
    await fillCatalogue(databaseUrl, games)
    return harness.store(databaseUrl)
  }
  const small = await start(SMALL)
  const large = await start(LARGE)
  const rows = []
  for (const [name, path] of Object.entries(ADDRESSES)) {
    const [smallMs, largeMs] = await medianMs([small.url + path, large.url + path])
    rows.push({
      name,
      '1,000 games, ms': smallMs.toFixed(1),
      '10,000 games, ms': largeMs.toFixed(1),
      ratio: (largeMs / smallMs).toFixed(2),
    })
  }
  console.table(rows)
})

/** The median time of each of two addresses, asked in turns. */
async function medianMs(urls: [string, string]): Promise<[number, number]> {
  for (const url of urls) for (let time = 0; time < TIMES / 4; time += 1) await ask(url)
  const first: number[] = []
  const second: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    first.push(await ask(urls[0]))
    second.push(await ask(urls[1]))
  }
  return [median(first), median(second)]
}

async function ask(url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - startedAt
}
