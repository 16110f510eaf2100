/**
 * What blocks cost: lists, searches and facets in 100,000 games for a player who blocked 250 developers and 250 games, beside
 * the same for a player without blocks. The aim is a ratio of at most 1.2 for lists.
 */
import pg from 'pg'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/database.ts'
import { COMMON_WORDS, fillCatalog, RARE_WORDS } from '../server/testing/fixtures/fill-catalog.ts'
import { signedIn } from '../server/testing/fixtures/people.ts'
import { SECRET_KEY, withHarness } from './harness.ts'
import { median, timeOf } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 100_000)
const BLOCKS_OF_EACH = 250
const TIMES = 100

type Words = { rare: string; common: string }
const PATHS: Record<string, (words: Words) => string> = {
  'list, newest first': () => '/api/games?limit=24',
  'list, most popular first': () => '/api/games?limit=24&sort=popular',
  'search, a word of every 1,000th game': ({ rare }) => `/api/games?limit=24&q=${rare}`,
  'search, a word of every 30th game': ({ common }) => `/api/games?limit=24&q=${common}`,
  'facets of a word of every 30th game': ({ common }) => `/api/games/facets?q=${common}`,
}

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('blocks')
  await fillCatalog(databaseUrl, GAMES)
  const { db, close } = connect(databaseUrl, console)
  const tokens = accessTokens([SECRET_KEY], systemClock)
  const blocker = await signedIn({ db, url: '', tokens })
  const other = await signedIn({ db, url: '', tokens }).finally(close)
  await block(databaseUrl, blocker.id)
  const { url } = await harness.store(databaseUrl)
  const times = new Map<string, { without: number[]; blocked: number[] }>()
  for (let time = -TIMES / 4; time < TIMES; time += 1) {
    const nth = time + TIMES
    const words = { rare: RARE_WORDS[(nth * 7) % 1_000] ?? '', common: COMMON_WORDS[nth % 100] ?? '' }
    for (const [name, path] of Object.entries(PATHS)) {
      const without = await timeOf(url + path(words), as(other))
      const blocked = await timeOf(url + path(words), as(blocker))
      if (time < 0) continue // the first ones warm up
      const all = times.get(name) ?? { without: [], blocked: [] }
      times.set(name, { without: [...all.without, without], blocked: [...all.blocked, blocked] })
    }
  }
  report(
    [...times].map(([name, { without, blocked }]) => ({
      what: `${name}, with ${2 * BLOCKS_OF_EACH} blocks`,
      value: median(blocked),
      unit: 'ms',
      against: { what: 'without', value: median(without) },
    })),
    { games: GAMES },
  )
})

/** Blocks developers and games of all ages, the newest among them. */
async function block(databaseUrl: string, accountId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('insert into account_blocks (account_id) values ($1)', [accountId])
  await client.query(
    `insert into blocked_developers (account_id, developer_id)
       select $1, developer_id from games group by developer_id order by md5(developer_id::text) limit $2`,
    [accountId, BLOCKS_OF_EACH],
  )
  await client.query(
    `insert into blocked_games (account_id, game_id) select $1, id from games order by md5(id::text) limit $2`,
    [accountId, BLOCKS_OF_EACH],
  )
  await client.query('vacuum analyze')
  await client.end()
}

const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
