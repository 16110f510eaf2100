/**
 * A search with two facets and an exclusion, against the read of one game by its id, in catalogues of 100,000 and of 1,000,000
 * games: the promise is less than 3 times the read, and at most 1.5 times the cost in the smaller one.
 */
import pg from 'pg'
import { COMMON_WORDS, fillCatalogue, RARE_WORDS } from './fill.ts'
import { withGround } from './harness.ts'
import { median } from './load.ts'

const SMALL = 100_000
const LARGE = 1_000_000
const TIMES = 100
/** A parameter that no call knows, so that each answer is made anew. */
const ANEW = 'anew=1'

type Words = { rare: string; common: string; other: string }
const FILTERS = ({ other }: Words) => `tag=RPG&device=Linux&exclude=${other}`
const SEARCHES: Record<string, (words: Words) => string> = {
  'a word of every 1,000th game': (words) => `q=${words.rare}&${FILTERS(words)}`,
  'the same, newest first': (words) => `q=${words.rare}&${FILTERS(words)}&sort=new`,
  'a word of every 30th game': (words) => `q=${words.common}&${FILTERS(words)}`,
  'the same, newest first ': (words) => `q=${words.common}&${FILTERS(words)}&sort=new`,
  'two such words': (words) => `q=${words.common}+${words.other}&${FILTERS(words)}`,
  'no word, most popular first': (words) => `${FILTERS(words)}&sort=popular`,
}

await withGround(async (harness) => {
  const medians = new Map<number, Record<string, number>>()
  for (const games of [SMALL, LARGE]) {
    const databaseUrl = await harness.database(`games_${games}`)
    await fillCatalogue(databaseUrl, games)
    medians.set(games, await measure(await harness.store(databaseUrl), await someIds(databaseUrl)))
  }
  const [small = {}, large = {}] = [medians.get(SMALL), medians.get(LARGE)]
  const read = (times: Record<string, number>) => times['a game by its id'] ?? Number.NaN
  console.table(
    Object.keys(small).map((name) => ({
      name,
      '100,000 games, ms': small[name]?.toFixed(1),
      'times the read': ((small[name] ?? 0) / read(small)).toFixed(2),
      '1,000,000 games, ms': large[name]?.toFixed(1),
      'times the smaller': ((large[name] ?? 0) / (small[name] ?? 0)).toFixed(2),
    })),
  )
})

/** The median time of each kind of request, made in turns, none of them twice the same. */
async function measure({ url }: { url: string }, ids: string[]): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  for (let time = 0; time < TIMES; time += 1) {
    const [rare = '', common = '', other = ''] = [
      RARE_WORDS[(time * 7) % 1_000],
      COMMON_WORDS[time % 100],
      COMMON_WORDS[(time * 7 + 3) % 100],
    ]
    const paths = {
      'a game by its id': `/api/games/${ids[time]}?${ANEW}`,
      ...Object.fromEntries(
        Object.entries(SEARCHES).map(([name, search]) => [
          name,
          `/api/games?limit=24&${ANEW}&${search({ rare, common, other })}`,
        ]),
      ),
    }
    for (const [name, path] of Object.entries(paths)) {
      const took = await ask(url + path)
      if (time >= TIMES / 5) times[name] = [...(times[name] ?? []), took] // the first ones warm up
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

async function ask(url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - startedAt
}

async function someIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ id: string }>(`select id from games order by md5(slug) limit ${TIMES}`)
    .finally(() => client.end())
  return rows.map((row) => row.id)
}
