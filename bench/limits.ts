/**
 * What limits cost: lists, searches, facets and pages in 100,000 games with about three warnings each, asked for with the
 * preset *Careful* beside the same without limits, each answer made anew. The aim is a ratio of at most 1.2.
 */
import { LIMIT_PRESETS, type Limits, writeLimits } from '@nofiller/contract/content-limits/limit-rules'
import pg from 'pg'
import { COMMON_WORDS, fillCatalog, RARE_WORDS } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median, timeOf } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 100_000)
const TIMES = 100
/** A parameter that no call knows, so each response is made again. */
const ANEW = 'anew=1'
const CAREFUL: Limits = {
  levels: LIMIT_PRESETS.find(({ id }) => id === 'careful')?.levels ?? LIMIT_PRESETS[0].levels,
  allowsAvoidable: false,
}

type Words = { rare: string; common: string }
const PATHS: Record<string, (words: Words) => string> = {
  'list, newest first': () => `/api/games?limit=24&${ANEW}`,
  'list, most popular first': () => `/api/games?limit=24&sort=popular&${ANEW}`,
  'search, a word of every 1,000th game': ({ rare }) => `/api/games?limit=24&q=${rare}&${ANEW}`,
  'search, a word of every 30th game': ({ common }) => `/api/games?limit=24&q=${common}&${ANEW}`,
  'facets of all games': () => `/api/games/facets?${ANEW}`,
  'facets of a word of every 30th game': ({ common }) => `/api/games/facets?q=${common}&${ANEW}`,
}

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('limits')
  await fillCatalog(databaseUrl, GAMES)
  await warn(databaseUrl)
  const { url } = await harness.store(databaseUrl)
  const times = new Map<string, { without: number[]; limited: number[] }>()
  const cookie = `limits=${writeLimits(CAREFUL)}`
  for (let time = 0; time < TIMES; time += 1) {
    const words = { rare: RARE_WORDS[(time * 7) % 1_000] ?? '', common: COMMON_WORDS[time % 100] ?? '' }
    for (const [name, path] of Object.entries(PATHS)) {
      const without = await timeOf(url + path(words))
      const limited = await timeOf(url + path(words), { cookie })
      if (time < TIMES / 5) continue // the first ones warm up
      const all = times.get(name) ?? { without: [], limited: [] }
      times.set(name, { without: [...all.without, without], limited: [...all.limited, limited] })
    }
  }
  report(
    [...times].map(([name, { without, limited }]) => ({
      what: `${name}, with limits`,
      value: median(limited),
      unit: 'ms',
      against: { what: 'without', value: median(without) },
    })),
    { games: GAMES },
  )
})

/** Gives each game three warnings of one theme or another, at one level or another. */
async function warn(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `update games set warning_codes = array(
       select distinct (1 + (numbered.n * factor) % 20) * 8 + (1 + numbered.n / factor % 3) * 2
       from unnest(array[3, 7, 11]) as factor)::smallint[]
     from (select id, row_number() over (order by md5(id::text)) as n from games) as numbered
     where numbered.id = games.id`,
  )
  await client.query('vacuum analyze games')
  await client.end()
}
