/**
 * A search with two facets and an exclusion, against the read of one game by its id, in catalogs of 100,000 and of 1,000,000
 * games: the promise is less than 3 times the read, and at most 1.5 times the cost in the smaller one.
 */
import pg from 'pg'
import { COMMON_WORDS, fillCatalog, RARE_WORDS } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median, timeOf } from './load.ts'
import { sizesOf } from './options.ts'
import { type Figure, report } from './report.ts'

const SIZES = sizesOf('games', [100_000, 1_000_000])
const READ = 'a game by its id'
const TIMES = 100
/** A parameter that no call knows, so each response is made again. */
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

await withHarness(async (harness) => {
  let smaller: { games: number; medians: Medians } | null = null
  for (const games of SIZES) {
    const databaseUrl = await harness.database(`games_${games}`)
    await fillCatalog(databaseUrl, games)
    const medians = await measure(await harness.store(databaseUrl), await someIds(databaseUrl))
    const read = Object.fromEntries(Object.keys(medians).map((name) => [name, medians[READ] ?? Number.NaN]))
    report(figures(medians, READ, read), { games })
    if (smaller) report(figures(medians, `${smaller.games} games`, smaller.medians), { games })
    smaller = { games, medians }
  }
})

type Medians = Record<string, number>

function figures(medians: Medians, against: string, references: Medians): Figure[] {
  return Object.entries(medians).map(([what, value]) => ({
    what,
    value,
    unit: 'ms',
    against: { what: against, value: references[what] ?? Number.NaN },
  }))
}

/** The median time of each kind of request, made in turns, none of them twice the same. */
async function measure({ url }: { url: string }, ids: string[]): Promise<Medians> {
  const times: Record<string, number[]> = {}
  for (let time = 0; time < TIMES; time += 1) {
    const [rare = '', common = '', other = ''] = [
      RARE_WORDS[(time * 7) % 1_000],
      COMMON_WORDS[time % 100],
      COMMON_WORDS[(time * 7 + 3) % 100],
    ]
    const paths = {
      [READ]: `/api/games/${ids[time]}?${ANEW}`,
      ...Object.fromEntries(
        Object.entries(SEARCHES).map(([name, search]) => [
          name,
          `/api/games?limit=24&${ANEW}&${search({ rare, common, other })}`,
        ]),
      ),
    }
    for (const [name, path] of Object.entries(paths)) {
      const took = await timeOf(url + path)
      if (time >= TIMES / 5) times[name] = [...(times[name] ?? []), took] // the first ones warm up
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

async function someIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ id: string }>(`select id from games order by md5(slug) limit ${TIMES}`)
    .finally(() => client.end())
  return rows.map((row) => row.id)
}
