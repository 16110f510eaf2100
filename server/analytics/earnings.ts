import type { Balance, Earning, EarningsFilter } from '@nofiller/contract/analytics'
import { COUNT_MAX } from '@nofiller/contract/browsing'
import { dollarsOf } from '@nofiller/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { badRequest } from '../platform/http/errors.ts'

/** What the store owes a developer, and how it came about: the sums of the ledger's days. */
export async function balanceOf(db: Database, developerId: string): Promise<Balance> {
  const row = await db
    .selectFrom('game_days')
    .innerJoin('games', 'games.id', 'game_days.game_id')
    .select([
      sql<number>`coalesce(sum(game_days.revenue_cents), 0)::bigint`.as('gross'),
      sql<number>`coalesce(sum(game_days.fee_cents), 0)::bigint`.as('fees'),
      sql<number>`coalesce(sum(game_days.platform_cents), 0)::bigint`.as('platform'),
      sql<number>`coalesce(sum(game_days.developer_cents), 0)::bigint`.as('balance'),
      sql<number>`coalesce(sum(game_days.orders), 0)::bigint`.as('orders'),
    ])
    .where('games.developer_id', '=', developerId)
    .executeTakeFirstOrThrow()
  return {
    balance: dollarsOf(row.balance),
    gross: dollarsOf(row.gross),
    fees: dollarsOf(row.fees),
    platform: dollarsOf(row.platform),
    orders: row.orders,
  }
}

/** Of whose lines, and which of them. */
export type Wanted = EarningsFilter & { developerId: string }
export type EarningsQuery = Wanted & { after?: string | undefined; limit: number }

/** A developer's lines of the ledger, as far as a filter lets them through. @throws HttpError 400 `bad_cursor` */
export async function listEarnings(
  db: Database,
  query: EarningsQuery,
): Promise<{ earnings: Earning[]; total: number; next: string | null }> {
  const { limit } = query
  const [rows, total] = await Promise.all([
    earningRows(db, { ...query, limit: limit + 1 }),
    countLines(db, query),
  ])
  const earnings = rows.slice(0, limit)
  return { earnings, total, next: rows.length > limit ? (earnings.at(-1)?._id ?? null) : null }
}

/** Up to `COUNT_MAX`. */
async function countLines(db: Database, query: Wanted): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*) as lines from (
      select from ledger_entries as mine ${query.q ? sql`join orders on orders.id = mine.order_id` : sql``}
      where ${wantedLines(query)} limit ${COUNT_MAX}
    ) as found`.execute(db)
  return rows[0]?.lines ?? 0
}

type Row = {
  order_id: string
  booking: number
  at: string
  title: string
  amount: number
  gross: number
  fee: number
  platform: number
}

/** One page of the lines behind `listEarnings`. @throws HttpError 400 `bad_cursor` */
export async function earningRows(
  db: Database,
  { sort, after, limit, ...wanted }: EarningsQuery,
): Promise<Earning[]> {
  const last = after === undefined ? null : readCursor(after)
  const [comparison, direction] = (sort === 'old' ? ['>', 'asc'] : ['<', 'desc']).map((word) => sql.raw(word))
  const beyond = last
    ? sql`and (mine.created_at, mine.order_id, mine.booking) ${comparison} (${last.at}::timestamptz, ${last.orderId}::uuid, ${last.booking}::integer)`
    : sql``
  const { rows } = await sql<Row>`
    select mine.order_id, mine.booking, orders.game_title as title,
      to_char(mine.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      -mine.amount_cents as amount, lines.gross, lines.fee, lines.platform
    from ledger_entries as mine
    join orders on orders.id = mine.order_id
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where line = 'gross'), 0)::integer as gross,
        -coalesce(sum(amount_cents) filter (where line = 'provider_fee'), 0)::integer as fee,
        -coalesce(sum(amount_cents) filter (where line = 'platform_share'), 0)::integer as platform
      from ledger_entries where order_id = mine.order_id and booking = mine.booking
    ) as lines
    where ${wantedLines(wanted)} ${beyond}
    order by mine.created_at ${direction}, mine.order_id ${direction}, mine.booking ${direction}
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    _id: `${row.at}_${row.order_id}_${row.booking}`,
    at: row.at,
    orderId: row.order_id,
    gameTitle: row.title,
    amount: dollarsOf(row.amount),
    gross: dollarsOf(row.gross),
    fee: dollarsOf(row.fee),
    platform: dollarsOf(row.platform),
    isCorrection: row.booking > 0,
  }))
}

function wantedLines({ developerId, q, from, to }: Omit<Wanted, 'sort'>): RawBuilder<boolean> {
  const conditions = [
    sql`mine.developer_id = ${developerId}::uuid`,
    ...(from === undefined ? [] : [sql`mine.created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`mine.created_at < ${to}::date + 1`]),
    ...(q ? [sql`(orders.game_title || ' ' || orders.id::text) ilike ${containing(q)}`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const Cursor = z.tuple([z.iso.datetime(), z.uuid(), z.coerce.number().int().min(0).max(2_147_483_647)])

function readCursor(after: string): { at: string; orderId: string; booking: number } {
  const read = Cursor.safeParse(after.split('_'))
  if (!read.success) throw badRequest('bad_cursor', 'This page does not exist.')
  const [at, orderId, booking] = read.data
  return { at, orderId, booking }
}
