/**
 * The calls of each admin's and developer's screen over a planted store, against the read of one game by its id: the promise
 * is a median under 100 ms and at most 10 times the read. Then what exports cost, whether the figures of days equal what they
 * count, also after many have bought and downloaded at once, and how long the nightly comparisons take.
 *
 *     npx node bench/admin.ts [--scale SCALE | DATABASE_URL of a planted store, which is written to]
 */

import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { repairAllDays, repairDays } from '../server/analytics/repair-days.ts'
import { compareAll } from '../server/orders/settlement/reconcile.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/database.ts'
import { createLog } from '../server/platform/telemetry/log.ts'
import { COMMON_WORDS } from '../server/testing/fixtures/fill-catalog.ts'
import { type Harness, type RunningStore, SECRET_KEY, withHarness } from './harness.ts'
import { median } from './load.ts'
import { growthWhile, timed } from './memory.ts'
import { positionals, sizeOf } from './options.ts'
import { plantStore, scaled } from './plant.ts'
import { type Figure, report, type Sizes } from './report.ts'

const TIMES = 40
const WARM_UP = Math.floor(TIMES / 5)
const DEEP = 100
const WRITERS = 8
const WRITES = 250

/** Whose screens are asked for: those who have most. */
type Busiest = { admin: string; developer: string; player: string; title: string }

/** Each call of a screen; `time` is another one each time, so that no two are alike. */
const SCREENS: Record<string, (busiest: Busiest, time: number) => string> = {
  'users, newest': () => '/api/users',
  'users, oldest': () => '/api/users?sort=old',
  'users by name': () => '/api/users?sort=name',
  'users, a part of an email': (_, time) => `/api/users?q=yer_${1000 + time}@`,
  'users, what all emails hold': () => '/api/users?q=example',
  'users, what few names hold': (_, time) => `/api/users?q=_${time}1&sort=name`,
  'users, admins': () => '/api/users?role=admin',
  'users, developers by name': () => '/api/users?role=developer&sort=name',
  'users, suspended': () => '/api/users?state=suspended',
  'users, asking': () => '/api/users?state=asking',
  'users, nobody': (_, time) => `/api/users?q=nobody${time}`,
  'user, the busiest player': ({ player }) => `/api/admin/users/${player}`,
  'user, the busiest developer': ({ developer }) => `/api/admin/users/${developer}`,
  orders: () => '/api/orders?limit=50',
  'orders, failed': () => '/api/orders?limit=50&status=FAILED',
  'orders, waiting': () => '/api/orders?limit=50&status=WAITING',
  'orders, an email': (_, time) => `/api/orders?limit=50&q=player_${7000 + time}@example.test`,
  'orders, a title': (_, time) => `/api/orders?limit=50&q=${COMMON_WORDS[time]}`,
  'orders, what all hold': () => '/api/orders?limit=50&q=example',
  'orders, a status by its name': () => '/api/orders?limit=50&q=cancel',
  'orders, none': (_, time) => `/api/orders?limit=50&q=nothing${time}`,
  'orders of a day': (_, time) => `/api/orders?limit=50&from=${dayAgo(300 + time)}&to=${dayAgo(300 + time)}`,
  'orders of a year, a title, paid': (_, time) =>
    `/api/orders?limit=50&from=${dayAgo(400)}&to=${dayAgo(35)}&q=${COMMON_WORDS[time]}&status=PAID`,
  'to do': () => '/api/admin/todo',
  'to do, counted': () => '/api/admin/todo/counts',
  'cases, open': () => '/api/admin/payment-cases',
  'cases, resolved': () => '/api/admin/payment-cases?state=resolved',
  games: () => '/api/admin/games',
  'games, a title': (_, time) => `/api/admin/games?q=${COMMON_WORDS[time]}`,
  'games by revenue': () => '/api/admin/games?sort=revenue',
  'games, public': () => '/api/admin/games?state=public',
  'games, taken down': () => '/api/admin/games?state=taken-down',
  'inbox, open': () => '/api/admin/contacts',
  'inbox, a part of an address': (_, time) => `/api/admin/contacts?state=all&q=yer_${1000 + time}@`,
  'inbox, answered': () => '/api/admin/contacts?state=answered',
  audit: () => '/api/admin/audit',
  'audit, an action': () => '/api/admin/audit?action=suspended',
  'audit, a reason': (_, time) => `/api/admin/audit?q=number ${10_000 + time}`,
  'audit, what all hold': () => '/api/admin/audit?q=planted',
  'audit, nothing': (_, time) => `/api/admin/audit?q=nothing${time}`,
  'audit, a subject': ({ player }) => `/api/admin/audit?subjectId=${player}`,
  analytics: () => '/api/admin/analytics',
  'a year by day': () => `/api/admin/analytics/over-time?by=day&from=${dayAgo(364)}&to=${dayAgo(0)}`,
  'a year by week': () => `/api/admin/analytics/over-time?by=week&from=${dayAgo(364)}&to=${dayAgo(0)}`,
  'a year by month': () => `/api/admin/analytics/over-time?by=month&from=${dayAgo(364)}&to=${dayAgo(0)}`,
  "a developer's 7 days": ({ developer }) => `/api/dev/analytics?days=7&developerId=${developer}`,
  "a developer's 30 days": ({ developer }) => `/api/dev/analytics?days=30&developerId=${developer}`,
  "a developer's 90 days": ({ developer }) => `/api/dev/analytics?days=90&developerId=${developer}`,
  "a developer's 365 days": ({ developer }) => `/api/dev/analytics?days=365&developerId=${developer}`,
  "a developer's balance": ({ developer }) => `/api/dev/balance?developerId=${developer}`,
  "a developer's earnings": ({ developer }) => `/api/dev/earnings?developerId=${developer}`,
}

/** Lists that are also measured a hundred pages deep. */
const DEEP_LISTS: Record<string, (busiest: Busiest) => string> = {
  users: () => '/api/users?limit=100',
  'users by name': () => '/api/users?sort=name&limit=100',
  orders: () => '/api/orders?limit=100',
  games: () => '/api/admin/games?limit=50',
  audit: () => '/api/admin/audit?limit=100',
  "a developer's earnings": ({ developer }) => `/api/dev/earnings?limit=100&developerId=${developer}`,
}

const EXPORTS = ['/api/admin/orders.csv', '/api/admin/users.csv', '/api/admin/audit.csv']

const COLUMNS =
  'checkouts, orders, revenue_cents, fee_cents, platform_cents, developer_cents, downloads'.split(', ')
const summed = COLUMNS.map((column) => `sum(${column})::bigint as ${column}`).join(', ')

/** How many rows of a roll-up differ from what they count, or are missing, or are too many. */
const COMPARISONS: Record<string, { rollup: string; raw: string; by: string }> = {
  game_days: {
    rollup: `select game_id, day, ${COLUMNS.map((column) => `${column}::bigint`).join(', ')} from game_days`,
    raw: `select game_id, day, ${COLUMNS.join(', ')} from raw_game_days('0001-01-01', '9999-01-01')`,
    by: 'game_id, day',
  },
  store_days: {
    rollup: `select day, ${summed} from store_days group by day`,
    raw: `select day, ${summed} from raw_game_days('0001-01-01', '9999-01-01') group by day`,
    by: 'day',
  },
  file_days: {
    rollup: 'select file_id, day, downloads::bigint from file_days',
    raw: 'select file_id, utc_day(created_at) as day, count(*) as downloads from downloads group by 1, 2',
    by: 'file_id, day',
  },
  game_downloads: {
    rollup: 'select game_id, downloads, users::bigint from game_downloads',
    raw: 'select game_id, count(*) as downloads, count(distinct account_id) as users from downloads group by 1',
    by: 'game_id',
  },
}

const [given] = positionals
const SCALE = sizeOf('scale', 1)
const SIZES: Sizes = given ? {} : { scale: SCALE }
await withHarness(async (harness) => {
  const databaseUrl = given ?? (await planted(harness))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const store = await harness.store(databaseUrl)
    const busiest = await findBusiest(client)
    const ask = await signedIn(client, store, busiest.admin)
    await measureScreens(client, { ...store, ask }, busiest)
    await measureExports(store, ask)
    await writeAtOnce(databaseUrl)
    await compareDays(client)
    await measureNights(databaseUrl)
  } finally {
    await client.end()
  }
})

async function planted(harness: Harness): Promise<string> {
  const databaseUrl = await harness.database('planted')
  await plantStore(databaseUrl, scaled(SCALE))
  return databaseUrl
}

async function findBusiest(client: pg.Client): Promise<Busiest> {
  const { rows } = await client.query<Busiest>(`select
    (select id from accounts where role = 'admin' limit 1) as admin,
    (select developer_id from games group by developer_id order by sum(sales) desc limit 1) as developer,
    (select account_id from orders group by account_id order by count(*) desc limit 1) as player,
    (select title from games order by sales desc limit 1) as title`)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  return row
}

type Ask = (path: string) => Promise<Response>

/** A token holds for a quarter of an hour, so each request gets a new one. */
async function signedIn(client: pg.Client, { url }: RunningStore, accountId: string): Promise<Ask> {
  const sessionId = uuid()
  await client.query(
    `insert into sessions (id, account_id, ends_at) values ($1, $2, now() + interval '1 day')`,
    [sessionId, accountId],
  )
  const tokens = accessTokens([SECRET_KEY], systemClock)
  return async (path) => {
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${await tokens.sign(sessionId)}` },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
}

/** All take turns, so that what else the machine does falls on all. */
async function measureScreens(
  client: pg.Client,
  { pid, ask }: { pid: number; ask: Ask },
  busiest: Busiest,
): Promise<void> {
  const { rows: games } = await client.query<{ id: string }>(
    `select id from games where status = 'published' order by md5(slug) limit ${TIMES}`,
  )
  const read = (time: number) => ask(`/api/games/${games[time % games.length]?.id}?anew=${time}`)
  const works: Record<string, (time: number) => Promise<unknown>> = {
    'a bare select by key': (time) => client.query('select * from games where id = $1', [games[time]?.id]),
    'the read of a game': async (time) => (await read(time)).text(),
  }
  for (const [name, screen] of Object.entries(SCREENS))
    works[name] = async (time) => (await ask(screen(busiest, time))).text()
  for (const [name, list] of Object.entries(DEEP_LISTS)) {
    const deep = await pageAt(DEEP, ask, list(busiest))
    works[`${name}, ${deep.pages} pages deep`] = async () => (await ask(deep.path)).text()
  }
  const times = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]))
  const worked = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]))
  for (let time = 0; time < TIMES; time += 1)
    for (const [name, work] of Object.entries(works)) {
      const pids = [pid, ...(await backendsOf(client))]
      const before = await processorMs(pids)
      const seconds = await timed(async () => void (await work(time)))
      if (time < WARM_UP) continue
      times.get(name)?.push(seconds * 1000)
      worked.get(name)?.push((await processorMs(pids)) - before)
    }
  const unit = 'the read of a game'
  const medianOf = (all: Map<string, number[]>, name: string) => median(all.get(name) ?? [])
  const figures = (all: Map<string, number[]>, kind: string): Figure[] =>
    Object.keys(works).map((name) => ({
      what: name,
      value: medianOf(all, name),
      unit: kind,
      against: { what: unit, value: medianOf(all, unit) },
    }))
  report([...figures(times, 'ms'), ...figures(worked, 'ms of processor')], SIZES)
}

async function backendsOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  return rows.map((row) => row.pid)
}

/** What some processes have used of the processor so far, which hangs less on what else the machine does. Linux only. */
async function processorMs(pids: readonly number[]): Promise<number> {
  const spent = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')),
  )
  return spent.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1e6
}

/** Follows a list's `Link`, as far as it goes. */
async function pageAt(most: number, ask: Ask, first: string): Promise<{ path: string; pages: number }> {
  let path = first
  for (let pages = 1; pages < most; pages += 1) {
    const answer = await ask(path)
    await answer.arrayBuffer()
    const next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
    if (next === undefined) return { path, pages }
    path = next
  }
  return { path, pages: most }
}

async function measureExports({ pid }: RunningStore, ask: Ask): Promise<void> {
  for (const path of EXPORTS) {
    const startedAt = performance.now()
    let firstByteMs = 0
    let bytes = 0
    const { bytes: growth } = await growthWhile(pid, async () => {
      for await (const piece of (await ask(path)).body ?? []) {
        firstByteMs ||= performance.now() - startedAt
        bytes += piece.length
      }
    })
    report(
      [
        { what: `${path}, first byte`, value: firstByteMs, unit: 'ms' },
        { what: `${path}, all of it`, value: (performance.now() - startedAt) / 1_000, unit: 's' },
        { what: `${path}, its size`, value: bytes / 2 ** 20, unit: 'MiB' },
        { what: `${path}, memory`, value: growth / 2 ** 20, unit: 'MiB more' },
      ],
      SIZES,
    )
  }
}

/** Orders, sales and downloads at the same time on several connections: the triggers count them. */
async function writeAtOnce(databaseUrl: string): Promise<void> {
  const seconds = await timed(
    async () => void (await Promise.all(Array.from({ length: WRITERS }, () => writeInTurn(databaseUrl)))),
  )
  const what = `${WRITERS * WRITES} sales and downloads by ${WRITERS} writers at once`
  report([{ what, value: seconds, unit: 's' }], SIZES)
}

async function writeInTurn(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let write = 0; write < WRITES; write += 1)
      await client.query(`
        with game as (select id, developer_id from games order by sales desc offset floor(random() * 20) limit 1),
        player as (select id, email from accounts where role = 'player' order by id offset floor(random() * 100) limit 1),
        sold as (
          insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, paid_at, received_cents, expires_at)
          select gen_random_uuid(), player.id, email, game.id, 'Sold at once', 'base', gen_random_uuid()::text, 1000, 'PAID', now(), 1000, now()
          from game cross join player returning id, game_id),
        item as (
          insert into order_items (order_id, position, kind, title, price_cents) select id, 0, 'base', 'Sold at once', 1000 from sold),
        booked as (
          insert into ledger_entries (order_id, line, account, developer_id, amount_cents, item_position)
          select sold.id, line, account, case account when 'developer' then developer_id end, amount, 0
          from sold cross join game cross join (values ('gross', 'provider', 1000), ('platform_share', 'store', -100), ('developer_share', 'developer', -900))
            as written (line, account, amount)),
        counted as (update games set sales = sales + 1, revenue_cents = revenue_cents + 1000 where id in (select game_id from sold))
        insert into downloads (id, account_id, game_id, file_id)
        select gen_random_uuid(), player.id, game.id, (select file.id from game_files as file where game_id = game.id order by position limit 1)
        from game cross join player`)
  } finally {
    await client.end()
  }
}

async function compareDays(client: pg.Client): Promise<void> {
  await client.query(`set work_mem = '256MB'`)
  const figures: Figure[] = []
  for (const [table, { rollup, raw, by }] of Object.entries(COMPARISONS)) {
    const { rows: counts } = await client.query<{ rows: string; different: string }>(
      `select count(*) as rows, count(*) filter (where stored is distinct from raw) as different
       from (select ${by}, stored from (${rollup}) as stored) as a full join (select ${by}, raw from (${raw}) as raw) as b using (${by})`,
    )
    const [counted] = counts
    figures.push({
      what: `${table}, different`,
      value: Number(counted?.different),
      unit: `of ${counted?.rows}`,
    })
  }
  report(figures, SIZES)
}

/** On a connection of the store's own kind, with its time-outs. */
async function measureNights(databaseUrl: string): Promise<void> {
  const log = createLog('error', process.stderr)
  const { db, close } = connect(databaseUrl, log)
  const nights: Record<string, () => Promise<number>> = {
    'the figures of three days': () => repairDays({ db, log }, 3),
    'the figures of all days': () => repairAllDays({ db, log }),
    'orders, grants and ledger': async () => (await compareAll(db)).length,
  }
  try {
    for (const [night, compare] of Object.entries(nights)) {
      let different = 0
      const seconds = await timed(async () => {
        different = await compare()
      })
      report(
        [
          { what: night, value: seconds, unit: 's' },
          { what: `${night}, different`, value: different, unit: '' },
        ],
        SIZES,
      )
    }
  } finally {
    await close()
  }
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
