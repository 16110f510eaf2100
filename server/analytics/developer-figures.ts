import type { DeveloperAnalytics, GameFigures } from '@nofiller/contract/analytics/analytics'
import type { Span } from '@nofiller/contract/analytics/analytics-spans'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { type RawBuilder, sql } from 'kysely'
import { alphabetical } from '../platform/database/alphabetical.ts'
import type { Database } from '../platform/database/database.ts'

const FILES_MAX = 100
const REFERRERS_MAX = 20

export type FiguresQuery = { developerId: string; gameId: string | null; days: Span }

/** A developer's games, or one of them, over the last days with today, and the same number of days before. */
export async function developerAnalytics(db: Database, query: FiguresQuery): Promise<DeveloperAnalytics> {
  const today = sql`utc_day(now())`
  const from = sql`${today} - ${query.days - 1}::integer`
  const [games, before, points, downloads, referrers] = await Promise.all([
    byGame(db, query, from, today),
    byGame(db, query, sql`${from} - ${query.days}::integer`, sql`${from} - 1`),
    byDay(db, query, from, today),
    byFile(db, query, from),
    byReferrer(db, query, from),
  ])
  return {
    total: toFigures(sumOf(games)),
    before: toFigures(sumOf(before)),
    points,
    games: games.map((row) => ({ _id: row.id, slug: row.slug, title: row.title, ...toFigures(row) })),
    ...downloads,
    referrers,
  }
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

const COUNTED = ['checkouts', 'orders', 'revenue_cents', 'developer_cents', 'downloads'] as const
const COLUMNS = ['views', ...COUNTED] as const

const sumsOf = (columns: readonly string[]) =>
  sql.raw(columns.map((column) => `coalesce(sum(held.${column}), 0)::bigint as ${column}`).join(', '))
const SUMS = sumsOf(COLUMNS)

const sumOf = (rows: readonly Row[]): Row => {
  const sum = (column: keyof Row) => rows.reduce((before, row) => before + row[column], 0)
  return Object.fromEntries(COLUMNS.map((column) => [column, sum(column)])) as Row
}

/** The days of the selected games, with their page's views, as one table. */
const held = (
  { developerId, gameId }: Pick<FiguresQuery, 'developerId' | 'gameId'>,
  from: Day,
  to: Day,
) => sql`(
  select game_id, day, 0 as views, checkouts, orders, revenue_cents, developer_cents, downloads
    from game_days where ${among('game_id', developerId, gameId)} and day between ${from} and ${to}
  union all
  select game_id, day, views, 0, 0, 0, 0, 0
    from page_views where ${among('game_id', developerId, gameId)} and day between ${from} and ${to}
)`

/** By the index of the developer's games; another developer's game never matches. */
const among = (column: string, developerId: string, gameId: string | null) =>
  sql`${sql.ref(column)} in (select id from games where developer_id = ${developerId}::uuid and (${gameId}::uuid is null or id = ${gameId}::uuid))`

async function byDay(
  db: Database,
  query: FiguresQuery,
  from: Day,
  to: Day,
): Promise<DeveloperAnalytics['points']> {
  const { rows } = await sql<Row & { day: string }>`
    select to_char(every.day, 'YYYY-MM-DD') as day, ${SUMS}
    from (select day::date from generate_series((${from})::timestamp, (${to})::timestamp, interval '1 day') as day) as every
    left join ${held(query, from, to)} as held on held.day = every.day
    group by every.day order by every.day`.execute(db)
  return rows.map((row) => ({ day: row.day, ...toFigures(row) }))
}

type GameRow = Row & { id: string; slug: string; title: string }

/** Game by game, because the days of a game are adjacent in the key's index. */
async function byGame(db: Database, query: FiguresQuery, from: Day, to: Day): Promise<GameRow[]> {
  const { rows } = await sql<GameRow>`
    select games.id, games.slug, games.title, viewed.views, counted.*
    from games
    cross join lateral (
      select ${sumsOf(['views'])} from page_views as held where game_id = games.id and day between ${from} and ${to}
    ) as viewed
    cross join lateral (
      select ${sumsOf(COUNTED)} from game_days as held where game_id = games.id and day between ${from} and ${to}
    ) as counted
    where ${among('games.id', query.developerId, query.gameId)}
    order by revenue_cents desc, views desc, games.id desc`.execute(db)
  return rows
}

type Downloads = Pick<DeveloperAnalytics, 'files' | 'devices'>

/** Downloads by file, the most first, and by device. */
async function byFile(db: Database, query: FiguresQuery, from: Day): Promise<Downloads> {
  const { rows } = await sql<Downloads>`
    with counted as materialized (
      select file.id, file.game_id, file.device, held.downloads
      from game_files as file
      cross join lateral (
        select sum(downloads)::bigint as downloads from file_days where file_id = file.id and day >= ${from}
      ) as held
      where ${among('file.game_id', query.developerId, query.gameId)} and held.downloads > 0
    ), most as (
      select counted.id as _id, build.name, counted.device, games.title as "gameTitle", counted.downloads
      from counted
      join built_files as build on build.id = counted.id
      join games on games.id = counted.game_id
      order by counted.downloads desc, counted.id limit ${FILES_MAX}
    ), devices as (
      select device, sum(downloads) as downloads from counted group by device order by downloads desc, device
    )
    select (select coalesce(json_agg(most), '[]') from most) as files,
      (select coalesce(json_agg(devices), '[]') from devices) as devices`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  return row
}

async function byReferrer(
  db: Database,
  query: FiguresQuery,
  from: Day,
): Promise<DeveloperAnalytics['referrers']> {
  const { rows } = await sql<{ host: string; views: number }>`
    select host, sum(views)::bigint as views from page_referrers
    where ${among('game_id', query.developerId, query.gameId)} and day >= ${from}
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
export async function gameDays(db: Database, query: FiguresQuery): Promise<GameDay[]> {
  const today = sql`utc_day(now())`
  const from = sql`${today} - ${query.days - 1}::integer`
  const { rows } = await sql<Row & { id: string; title: string; day: string }>`
    select games.id, games.title, to_char(held.day, 'YYYY-MM-DD') as day, ${SUMS}
    from ${held(query, from, today)} as held join games on games.id = held.game_id
    group by games.id, games.title, held.day order by held.day desc, ${alphabetical(sql`games.title`)}, games.id`.execute(
    db,
  )
  return rows.map((row) => ({ id: row.id, title: row.title, day: row.day, ...toFigures(row) }))
}
