/**
 * What the hourly look for unusually many reviews costs the database: 10,000 games with 100 reviews each, half of them within
 * the 63 days that it reads, and some games that got as many within 72 hours that it reads their history. The aim is 10 s.
 */
import pg from 'pg'
import { connect } from '../server/platform/database/database.ts'
import { findSurges } from '../server/reviews/surges/watch-surges.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 10_000)
const REVIEWS_OF_EACH = 100
const TIMES = 5
const BOUND_SECONDS = 10

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('surges')
  await fillCatalog(databaseUrl, GAMES)
  const { db, close } = connect(databaseUrl, console)
  const figures = []
  for (const crowded of [0.01, 1]) {
    await plantReviews(databaseUrl, crowded)
    const seconds: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const startedAt = performance.now()
      await findSurges(db)
      seconds.push((performance.now() - startedAt) / 1_000)
    }
    figures.push({
      what: `the hourly look, ${crowded * 100}% of games with 20 reviews in 72 hours`,
      value: median(seconds),
      unit: 's',
      against: { what: 'bound', value: BOUND_SECONDS },
    })
  }
  await close()
  report(figures, { games: GAMES, reviews: GAMES * REVIEWS_OF_EACH })
})

/** Reviews of all games, by accounts that each reviewed some; a part of the games gets 20 in the last hours. */
async function plantReviews(databaseUrl: string, crowded: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set session_replication_role = replica') // no triggers
  await client.query('truncate reviews cascade')
  await client.query(
    `insert into accounts (id, username, email, password_hash, role, verified_at, created_at)
       select gen_random_uuid(), 'writer_' || n, 'writer_' || n || '@example.test', 'none', 'player', now(), now() - interval '1 year'
       from generate_series(1, 1000) as n on conflict do nothing`,
  )
  await client.query(
    `with numbered as (select id, row_number() over (order by id) as nth from games),
       writer as (select id, row_number() over (order by id) as nth from accounts where role = 'player' limit 1000)
     insert into reviews (id, game_id, account_id, recommends, text, language, name_kind, created_at)
       select gen_random_uuid(), game.id, writer.id, (game.nth + n) % 5 > 0, '', 'en', 'owner',
         now() - case when game.nth <= $2 * $3::float8 and n <= 20 then make_interval(mins => n::int)
           else make_interval(hours => (80 + n * 30)::int) end
       from numbered as game cross join generate_series(1, $1::int) as n
       join writer on writer.nth = 1 + (game.nth * 7 + n) % 1000`,
    [REVIEWS_OF_EACH, GAMES, crowded],
  )
  await client.query('vacuum analyze')
  await client.end()
}
