/**
 * What it costs to work out which games stand beside which: 10,000 games and 1.2 million grants of accounts whose libraries all
 * count, the popular games in many, and five accounts with 9,000 games each, which do not. The aim is 60 s, and a process that
 * needs no more memory for it. Then what it costs to read a game's row, which has to be by index, and one library's suggestions.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { relatedJson } from '../server/catalog/related.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { unlimited } from '../server/platform/http/audience.ts'
import { relateGames } from '../server/suggestions/relate-games.ts'
import { suggestGames } from '../server/suggestions/suggest-games.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withoutIndexes } from '../server/testing/fixtures/without-indexes.ts'
import { withHarness } from './harness.ts'
import { median, processorMs } from './load.ts'
import { growthWhile, timed } from './memory.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 10_000)
const GRANTS = sizeOf('grants', 1_200_000)
const OF_EACH = 24
const HOARDERS = 5
const TIMES = 200
const BOUND_SECONDS = 60

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('related')
  await fillCatalog(databaseUrl, GAMES)
  await plantLibraries(databaseUrl)
  const { db, close } = connect(databaseUrl, console)
  try {
    const first = await growthWhile(process.pid, () => timed(() => relateGames(db)))
    const before = await processorSeconds(db)
    const second = await growthWhile(process.pid, () => timed(() => relateGames(db)))
    const spent = (await processorSeconds(db)) - before
    const sizes = { games: GAMES, grants: await count(db, 'grants'), rows: await count(db, 'related_games') }
    const against = { what: 'bound', value: BOUND_SECONDS }
    report(
      [
        { what: 'the first night', value: first.result, unit: 's', against },
        { what: 'another night', value: second.result, unit: 's', against },
        { what: 'of which a processor worked for the database', value: spent, unit: 's' },
        { what: 'memory of the process meanwhile', value: second.bytes / 1024 ** 2, unit: 'MiB more' },
        ...(await readings(db)),
      ],
      sizes,
    )
  } finally {
    await close()
  }
})

/** What the database's connections have used of a processor so far. */
async function processorSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db)
  const spent = await Promise.all(rows.map(({ pid }) => processorMs(pid)))
  return spent.reduce((sum, ms) => sum + ms, 0) / 1_000
}

async function readings(db: Database) {
  const { rows: games } = await sql<{
    id: string
  }>`select id from games order by md5(id::text) limit ${TIMES}`.execute(db)
  const { rows: people } = await sql<{ id: string }>`
    select account_id as id from grants group by account_id having count(*) <= 300 order by count(*) desc limit 20`.execute(
    db,
  )
  const row = (id: string) => sql`select ${relatedJson(unlimited('show'))} from games where games.id = ${id}`
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain ${row(games[0]?.id ?? '')}`.execute(db)
  const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => /Scan.* on related_games/.test(line))
  console.log(scans.map((line) => line.trim()).join('\n'))
  if (scans.some((line) => line.includes('Seq Scan'))) throw new Error('a row is not read by index')
  return [
    {
      what: 'reading the row of a game',
      value: await msOf(games, ({ id }) => row(id).execute(db)),
      unit: 'ms',
    },
    {
      what: 'suggestions of the largest libraries',
      value: await msOf(people, ({ id }) => suggestGames(db, id, unlimited('show'))),
      unit: 'ms',
    },
  ]
}

async function msOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (const item of items) times.push((await timed(async () => void (await work(item)))) * 1_000)
  return median(times)
}

async function count(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{
    rows: number
  }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(db)
  return rows[0]?.rows ?? 0
}

/** Libraries of all sizes, the small ones by far the most, each bought by one order; free games were claimed. */
async function plantLibraries(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica') // no triggers
    await client.query('select setseed(0.5)')
    await withoutIndexes(client, ['accounts', 'orders', 'order_items', 'grants'], async () => {
      await client.query(
        `insert into accounts (id, username, email, password_hash, role, verified_at, created_at)
         select gen_random_uuid(), 'player_' || n, 'player_' || n || '@example.test', 'none', 'player', now(), now() - interval '1 year'
         from generate_series(1, $1::integer) as n`,
        [Math.round(GRANTS / OF_EACH)],
      )
      await client.query(
        `insert into suggestion_consents (account_id, purpose, text_version, given_through)
         select id, purpose, 1, '/library' from accounts cross join unnest(array['counted', 'suggested']) as purpose where role = 'player'`,
      )
      await client.query(
        `create temporary table owned as
         select distinct buyer.id as account_id, game.id as game_id, game.is_free, order_id
         from (
           select id, gen_random_uuid() as order_id, case when row_number() over (order by id) <= ${HOARDERS} then $1::integer * 3
             else least(300, 2 - ln(1 - random()) * ${OF_EACH - 1})::integer end as size
           from accounts where role = 'player'
         ) as buyer
         cross join lateral (select 1 + floor($1 * power(random(), 2.5))::integer as nth from generate_series(1, buyer.size)) as chosen
         join (select id, is_free, row_number() over (order by popularity_cents desc, id) as nth from games) as game using (nth)`,
        [GAMES],
      )
      await client.query(
        `insert into orders (id, number, account_id, email, game_id, game_title, titles, mode, goods_key, price_cents, status, expires_at, paid_at)
         select order_id, order_number(row_number() over (order by order_id)), account_id, 'player@example.test', (array_agg(game_id))[1], 'Games', 'Games', 'base', order_id, 500, 'PAID', now(), now()
         from owned group by order_id, account_id`,
      )
      await client.query(
        `insert into order_items (order_id, position, game_id, kind, title, price_cents, list_cents)
           select order_id, row_number() over (partition by order_id), game_id, 'base', 'A game', 500, 500 from owned where not is_free`,
      )
      await client.query(
        `insert into grants (id, account_id, game_id, order_id)
           select gen_random_uuid(), account_id, game_id, case when not is_free then order_id end from owned`,
      )
    })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
