/**
 * What reviews cost readers: the list of 100,000 games, best reviewed first, beside the same, newest first; and the reviews of a
 * game that has 10,000 of them beside those of one with 20, and its page beside that game's page. The aims are ratios of at most 1.2.
 */
import pg from 'pg'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median, timeOf } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 100_000)
const REVIEWS = sizeOf('reviews', 10_000)
const FEW = 20
const TIMES = 100

type Reviewed = { many: string; few: string }
/** What is asked for, and beside what. Each time with another parameter that no call knows, so each answer is made anew. */
const PAIRS: Record<string, (games: Reviewed) => [string, string]> = {
  'list, best reviewed first': () => ['/api/games?limit=24&sort=reviews', '/api/games?limit=24&sort=new'],
  'reviews of a game, most helpful first': ({ many, few }) => [
    `/api/games/${many}/reviews?`,
    `/api/games/${few}/reviews?`,
  ],
  'reviews of a game, newest first': ({ many, few }) => [
    `/api/games/${many}/reviews?sort=newest`,
    `/api/games/${few}/reviews?sort=newest`,
  ],
  'page of a game': ({ many, few }) => [`/api/games/${many}?`, `/api/games/${few}?`],
}

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('reviews')
  await fillCatalog(databaseUrl, GAMES)
  const games = await plant(databaseUrl)
  const { url } = await harness.store(databaseUrl)
  const times = new Map<string, [number[], number[]]>()
  for (let time = -TIMES / 4; time < TIMES; time += 1)
    for (const [name, pathsOf] of Object.entries(PAIRS)) {
      const [path, beside] = pathsOf(games)
      const pair = [
        await timeOf(`${url}${path}&anew=${time}`),
        await timeOf(`${url}${beside}&anew=${time}`),
      ] as const
      if (time < 0) continue // the first ones warm up
      const [of, against] = times.get(name) ?? [[], []]
      times.set(name, [
        [...of, pair[0]],
        [...against, pair[1]],
      ])
    }
  report(
    [...times].map(([name, [of, against]]) => ({
      what: name,
      value: median(of),
      unit: 'ms',
      against: {
        what: name.startsWith('list') ? 'newest first' : `with ${FEW} reviews`,
        value: median(against),
      },
    })),
    { games: GAMES, reviews: REVIEWS },
  )
})

/** Gives every third game a share of its own, one game many reviews and another one few, all counted as the store counts them. */
async function plant(databaseUrl: string): Promise<Reviewed> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from games where status = 'published' order by id limit 2`,
  )
  const [many, few] = [rows[0]?.id ?? '', rows[1]?.id ?? '']
  await client.query('set session_replication_role = replica') // no triggers
  await client.query(
    `update games set reviews_counted = 5 + n % 300, reviews_positive = (5 + n % 300) * (n % 97) / 97,
       reviews_shown = 5 + n % 300, reviews_shown_positive = (5 + n % 300) * (n % 97) / 97,
       review_rank = wilson(((5 + n % 300) * (n % 97) / 97)::int, (5 + n % 300)::int, 1.96)
     from (select id, row_number() over (order by md5(id::text)) as n from games) as numbered
     where numbered.id = games.id and n % 3 = 0`,
  )
  await client.query(
    `insert into accounts (id, username, email, password_hash, role, verified_at, created_at)
       select gen_random_uuid(), 'writer_' || n, 'writer_' || n || '@example.test', 'none', 'player', now(), now() - interval '1 year'
       from generate_series(1, $1::int) as n`,
    [REVIEWS],
  )
  for (const [gameId, count] of [[many, REVIEWS] as const, [few, FEW] as const])
    await client.query(
      `insert into reviews (id, game_id, account_id, recommends, text, language, name_kind, created_at)
         select gen_random_uuid(), $1, id, nth % 5 > 0, repeat('A word about the game. ', 10), 'en', 'owner', now() - make_interval(hours => nth::int)
         from (select id, row_number() over (order by id) as nth from accounts where role = 'player') as writer
         where nth <= $2`,
      [gameId, count],
    )
  await client.query('select count_reviews($1::uuid[]), order_reviews($1::uuid[])', [[many, few]])
  await client.query('vacuum analyze')
  await client.end()
  return { many, few }
}
