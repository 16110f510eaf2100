import type { Analytics, OverTime, StoreFigures } from '@nofiller/contract/analytics/analytics'
import { RECENT_DAYS, RECENT_MAX, type Step } from '@nofiller/contract/analytics/analytics-spans'
import type { Device } from '@nofiller/contract/catalog/devices'
import type { ContentCategory } from '@nofiller/contract/catalog/game-kinds'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

const TOP = 10

/** The store's figures as they are now (requirements 8.1). */
export async function storeAnalytics(db: Database): Promise<Analytics> {
  const [totals, people, sales, topGames, downloadStats, orders, downloads] = await Promise.all([
    storeTotals(db),
    countPeople(db),
    calendarSales(db),
    mostSold(db),
    mostDownloaded(db),
    recentOrders(db),
    recentDownloads(db),
  ])
  return {
    overview: { ...totals, ...people },
    sales,
    topGames,
    downloadStats,
    recentActivity: { orders, downloads },
  }
}

async function storeTotals(db: Database) {
  const row = await db
    .selectFrom('store_days')
    .select([
      sumOf('revenue_cents').as('revenue'),
      sumOf('orders').as('orders'),
      sumOf('downloads').as('downloads'),
    ])
    .executeTakeFirstOrThrow()
  return { totalRevenue: dollarsOf(row.revenue), totalOrders: row.orders, totalDownloads: row.downloads }
}

async function countPeople(db: Database) {
  const row = await db
    .selectFrom('accounts')
    .select([
      sql<number>`count(*)`.as('users'),
      sql<number>`count(*) filter (where role = 'developer')`.as('developers'),
      sql<number>`count(*) filter (where role = 'admin')`.as('admins'),
    ])
    .executeTakeFirstOrThrow()
  return { totalUsers: row.users, totalDevelopers: row.developers, totalAdmins: row.admins }
}

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`

/** Today, this month and the one before, in UTC. */
async function calendarSales(db: Database): Promise<Analytics['sales']> {
  const during = (from: string, to: string) => sql<{ revenue: number; orders: number }>`(
    select json_build_object('revenue', coalesce(sum(revenue_cents), 0), 'orders', coalesce(sum(orders), 0))
    from store_days where day >= ${sql.raw(from)} and day < ${sql.raw(to)})`
  const { rows } = await sql<
    Record<'today' | 'thisMonth' | 'lastMonth', { revenue: number; orders: number }>
  >`
    with now as (select utc_day(now()) as today, date_trunc('month', now() at time zone 'UTC')::date as month)
    select ${during('today', 'today + 1')} as today,
      ${during('month', "(month + interval '1 month')::date")} as "thisMonth",
      ${during("(month - interval '1 month')::date", 'month')} as "lastMonth"
    from now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  const shown = ({ revenue, orders }: { revenue: number; orders: number }) => ({
    revenue: dollarsOf(revenue),
    orders,
  })
  return { today: shown(row.today), thisMonth: shown(row.thisMonth), lastMonth: shown(row.lastMonth) }
}

async function mostSold(db: Database): Promise<Analytics['topGames']> {
  const rows = await db
    .selectFrom('games')
    .select(['id', 'slug', 'title', 'category', 'sales', 'revenue_cents'])
    .where('sales', '>', 0)
    .orderBy('revenue_cents', 'desc')
    .orderBy('id', 'desc')
    .limit(TOP)
    .execute()
  return rows.map((row) => ({
    ...named(row),
    category: row.category satisfies ContentCategory,
    totalSales: row.sales,
    totalRevenue: dollarsOf(row.revenue_cents),
  }))
}

async function mostDownloaded(db: Database): Promise<Analytics['downloadStats']> {
  const rows = await db
    .selectFrom('game_downloads as counted')
    .innerJoin('games', 'games.id', 'counted.game_id')
    .select(['games.id', 'games.slug', 'games.title', 'counted.downloads', 'counted.users'])
    .orderBy('counted.downloads', 'desc')
    .orderBy('counted.game_id')
    .limit(TOP)
    .execute()
  return rows.map((row) => ({ ...named(row), totalDownloads: row.downloads, uniqueUsers: row.users }))
}

const recent = (column: string) =>
  sql<boolean>`${sql.ref(column)} > now() - make_interval(days => ${RECENT_DAYS})`

async function recentOrders(db: Database): Promise<Analytics['recentActivity']['orders']> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('games', 'games.id', 'orders.game_id')
    .select(['orders.id as order_id', 'orders.email', 'orders.price_cents', 'orders.paid_at'])
    .select(['games.id', 'games.slug', 'games.title'])
    .where('orders.status', '=', 'PAID')
    .where(recent('orders.paid_at'))
    .orderBy('orders.paid_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(RECENT_MAX)
    .execute()
  return rows.map((row) => ({
    orderId: row.order_id,
    gameId: named(row),
    email: row.email,
    price: dollarsOf(row.price_cents),
    createdAt: row.paid_at?.toISOString() ?? '',
  }))
}

async function recentDownloads(db: Database): Promise<Analytics['recentActivity']['downloads']> {
  const rows = await db
    .selectFrom('downloads')
    .innerJoin('games', 'games.id', 'downloads.game_id')
    .innerJoin('game_files as file', 'file.id', 'downloads.file_id')
    .leftJoin('accounts', 'accounts.id', 'downloads.account_id')
    .select(['accounts.email', 'file.device', 'downloads.created_at'])
    .select(['games.id', 'games.slug', 'games.title'])
    .where(recent('downloads.created_at'))
    .orderBy('downloads.created_at', 'desc')
    .limit(RECENT_MAX)
    .execute()
  return rows.map((row) => ({
    gameId: named(row),
    email: row.email,
    device: row.device as Device,
    createdAt: row.created_at.toISOString(),
  }))
}

const named = (row: { id: string; slug: string; title: string }) => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
})

export type Range = { from: string; to: string; by: Step }

/** The store by day, week or month, every step of the span even when nothing happened, and the span before. */
export async function overTime(db: Database, { from, to, by }: Range): Promise<OverTime> {
  const [points, total, before] = await Promise.all([
    steps(db, { from, to, by }),
    during(db, sql`${from}::date`, sql`${to}::date`),
    during(db, sql`${from}::date - (${to}::date - ${from}::date + 1)`, sql`${from}::date - 1`),
  ])
  return { points, total, before }
}

type Row = {
  checkouts: number
  orders: number
  revenue_cents: number
  fee_cents: number
  platform_cents: number
  developer_cents: number
  downloads: number
}

/** Each column of a day, summed; of days without a row, zero. */
const SUMS = sql.raw(
  ['checkouts', 'orders', 'revenue_cents', 'fee_cents', 'platform_cents', 'developer_cents', 'downloads']
    .map((column) => `coalesce(sum(held.${column}), 0)::bigint as ${column}`)
    .join(', '),
)

async function steps(db: Database, { from, to, by }: Range): Promise<OverTime['points']> {
  const { rows } = await sql<Row & { day: string }>`
    select to_char(greatest(step.day, ${from}::date), 'YYYY-MM-DD') as day, ${SUMS}
    from (
      select day::date as day, (day + ${`1 ${by}`}::interval)::date as next
      from generate_series(date_trunc(${by}, ${from}::timestamp), ${to}::timestamp, ${`1 ${by}`}::interval) as day
    ) as step
    left join store_days as held
      on held.day >= greatest(step.day, ${from}::date) and held.day < least(step.next, ${to}::date + 1)
    group by step.day order by step.day`.execute(db)
  return rows.map((row) => ({ day: row.day, ...toFigures(row) }))
}

async function during(
  db: Database,
  from: ReturnType<typeof sql>,
  to: ReturnType<typeof sql>,
): Promise<StoreFigures> {
  const { rows } =
    await sql<Row>`select ${SUMS} from store_days as held where day between ${from} and ${to}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum answers one row')
  return toFigures(row)
}

const toFigures = (row: Row): StoreFigures => ({
  checkouts: row.checkouts,
  orders: row.orders,
  revenue: dollarsOf(row.revenue_cents),
  fees: dollarsOf(row.fee_cents),
  platform: dollarsOf(row.platform_cents),
  developers: dollarsOf(row.developer_cents),
  downloads: row.downloads,
})
