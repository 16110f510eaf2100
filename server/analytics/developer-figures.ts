import type { DeveloperAnalytics, GameFigures } from '@nofiller/contract/analytics'
import type { Span } from '@nofiller/contract/analytics-spans'
import type { Device } from '@nofiller/contract/devices'
import { dollarsOf } from '@nofiller/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

const FILES_MAX = 100
const REFERRERS_MAX = 20

export type Wanted = { developerId: string; gameId: string | null; days: Span }

/** A developer's games, or one of them, over the last days with today, and the same number of days before. */
export async function developerAnalytics(db: Database, wanted: Wanted): Promise<DeveloperAnalytics> {
  const today = sql`utc_day(now())`
  const from = sql`${today} - ${wanted.days - 1}::integer`
  const [total, before, points, games, files, devices, referrers] = await Promise.all([
    sums(db, wanted, from, today),
    sums(db, wanted, sql`${from} - ${wanted.days}::integer`, sql`${from} - 1`),
    byDay(db, wanted, from, today),
    byGame(db, wanted, from, today),
    byFile(db, wanted, from),
    byDevice(db, wanted, from),
    byReferrer(db, wanted, from),
  ])
  return { total, before, points, games, files, devices, referrers }
}

type Day = RawBuilder<unknown>
type Row = {
  views: number
  checkouts: number
  orders: number
  revenue_cents: number
  developer_cents: number
  downloads: number
}

const SUMS = sql.raw(
  ['views', 'checkouts', 'orders', 'revenue_cents', 'developer_cents', 'downloads']
    .map((column) => `coalesce(sum(held.${column}), 0)::bigint as ${column}`)
    .join(', '),
)

/** The days of the games wanted, with their page's views, as one table. */
const held = ({ developerId, gameId }: Pick<Wanted, 'developerId' | 'gameId'>, from: Day, to: Day) => sql`(
  select game_id, day, 0 as views, checkouts, orders, revenue_cents, developer_cents, downloads
    from game_days where ${among('game_id', developerId, gameId)} and day between ${from} and ${to}
  union all
  select game_id, day, views, 0, 0, 0, 0, 0
    from page_views where ${among('game_id', developerId, gameId)} and day between ${from} and ${to}
)`

/** By the index of the developer's games; a game of somebody else is none of them. */
const among = (column: string, developerId: string, gameId: string | null) =>
  sql`${sql.ref(column)} in (select id from games where developer_id = ${developerId}::uuid and (${gameId}::uuid is null or id = ${gameId}::uuid))`

async function sums(db: Database, wanted: Wanted, from: Day, to: Day): Promise<GameFigures> {
  const { rows } = await sql<Row>`select ${SUMS} from ${held(wanted, from, to)} as held`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum answers one row')
  return toFigures(row)
}

async function byDay(
  db: Database,
  wanted: Wanted,
  from: Day,
  to: Day,
): Promise<DeveloperAnalytics['points']> {
  const { rows } = await sql<Row & { day: string }>`
    select to_char(every.day, 'YYYY-MM-DD') as day, ${SUMS}
    from (select day::date from generate_series((${from})::timestamp, (${to})::timestamp, interval '1 day') as day) as every
    left join ${held(wanted, from, to)} as held on held.day = every.day
    group by every.day order by every.day`.execute(db)
  return rows.map((row) => ({ day: row.day, ...toFigures(row) }))
}

async function byGame(
  db: Database,
  wanted: Wanted,
  from: Day,
  to: Day,
): Promise<DeveloperAnalytics['games']> {
  const { rows } = await sql<Row & { id: string; slug: string; title: string }>`
    select games.id, games.slug, games.title, ${SUMS}
    from games left join ${held(wanted, from, to)} as held on held.game_id = games.id
    where ${among('games.id', wanted.developerId, wanted.gameId)}
    group by games.id order by revenue_cents desc, views desc, games.id desc`.execute(db)
  return rows.map((row) => ({ _id: row.id, slug: row.slug, title: row.title, ...toFigures(row) }))
}

async function byFile(db: Database, wanted: Wanted, from: Day): Promise<DeveloperAnalytics['files']> {
  const { rows } = await sql<{ id: string; name: string; device: Device; title: string; downloads: number }>`
    select file.id, file.name, file.device, games.title, sum(held.downloads)::bigint as downloads
    from built_files as file
    join games on games.id = file.game_id
    join file_days as held on held.file_id = file.id and held.day >= ${from}
    where ${among('file.game_id', wanted.developerId, wanted.gameId)}
    group by file.id, file.name, file.device, games.title
    order by downloads desc, file.id limit ${FILES_MAX}`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    device: row.device,
    gameTitle: row.title,
    downloads: row.downloads,
  }))
}

async function byDevice(db: Database, wanted: Wanted, from: Day): Promise<DeveloperAnalytics['devices']> {
  const { rows } = await sql<{ device: Device; downloads: number }>`
    select file.device, sum(held.downloads)::bigint as downloads
    from game_files as file join file_days as held on held.file_id = file.id and held.day >= ${from}
    where ${among('file.game_id', wanted.developerId, wanted.gameId)}
    group by file.device order by downloads desc, file.device`.execute(db)
  return rows
}

async function byReferrer(db: Database, wanted: Wanted, from: Day): Promise<DeveloperAnalytics['referrers']> {
  const { rows } = await sql<{ host: string; views: number }>`
    select host, sum(views)::bigint as views from page_referrers
    where ${among('game_id', wanted.developerId, wanted.gameId)} and day >= ${from}
    group by host order by views desc, host limit ${REFERRERS_MAX}`.execute(db)
  return rows
}

const toFigures = (row: Row): GameFigures => ({
  views: row.views,
  checkouts: row.checkouts,
  orders: row.orders,
  revenue: dollarsOf(row.revenue_cents),
  net: dollarsOf(row.developer_cents),
  downloads: row.downloads,
})

export type GameDay = { title: string; id: string; day: string } & GameFigures

/** Each game and day on which something happened, the newest day first: the lines of the CSV. */
export async function gameDays(db: Database, wanted: Wanted): Promise<GameDay[]> {
  const today = sql`utc_day(now())`
  const from = sql`${today} - ${wanted.days - 1}::integer`
  const { rows } = await sql<Row & { id: string; title: string; day: string }>`
    select games.id, games.title, to_char(held.day, 'YYYY-MM-DD') as day, ${SUMS}
    from ${held(wanted, from, today)} as held join games on games.id = held.game_id
    group by games.id, games.title, held.day order by held.day desc, games.title, games.id`.execute(db)
  return rows.map((row) => ({ id: row.id, title: row.title, day: row.day, ...toFigures(row) }))
}
