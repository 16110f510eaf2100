import type { Balance, Earning, EarningsFilter } from '@nofiller/contract/analytics/analytics'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { daysAfter, type HoldSettings } from '../payouts/settings.ts'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import {
  type Cursor,
  directionOf,
  type Page,
  type Position,
  paginate,
} from '../platform/database/paginate.ts'
import type { Store } from '../store.ts'

/** A developer's balance, and how it came about: the sums of the ledger's days. */
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

/** Whose lines, and which of them. */
export type EarningsOf = EarningsFilter & { developerId: string }

/** A developer's lines of the ledger that a filter lets through. @throws HttpError 400 `bad_cursor` */
export const listEarnings = (
  { db, config }: Pick<Store, 'db' | 'config'>,
  query: EarningsOf & Position,
): Promise<Page<Earning>> => paginate(db, filteredEarnings(db, config, query), query)

/** The same, as a list to page; by the index `ledger_entries_developer`. A correction is another line of its order. */
export const filteredEarnings = (db: Database, holds: HoldSettings, { sort, ...filter }: EarningsOf) => ({
  rows: selectEarnings(db),
  from: sql`ledger_entries as mine ${filter.q ? sql`join orders on orders.id = mine.order_id` : sql``}`,
  filter: earningsFilter(filter),
  key: sql`(mine.order_id::text || '_' || mine.booking::text || coalesce('_' || mine.item_position, ''))`,
  order: { by: sql`mine.created_at`, direction: directionOf(sort) },
  toItem: (row: Row) => toEarning(row, holds),
  oldCursor: lineCursor,
})

const selectEarnings = (db: Database) =>
  db
    .selectFrom('ledger_entries as mine')
    .innerJoin('orders', 'orders.id', 'mine.order_id')
    .leftJoin('order_items as item', (join) =>
      join.onRef('item.order_id', '=', 'mine.order_id').onRef('item.position', '=', 'mine.item_position'),
    )
    .leftJoin('held_earnings as held', (join) =>
      join
        .onRef('held.order_id', '=', 'mine.order_id')
        .onRef('held.booking', '=', 'mine.booking')
        .on((eb) => eb('held.item_position', 'is not distinct from', eb.ref('mine.item_position'))),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledger_entries')
          .whereRef('order_id', '=', 'mine.order_id')
          .whereRef('booking', '=', 'mine.booking')
          .where('item_position', 'is not distinct from', eb.ref('mine.item_position'))
          .select([
            sql<number>`coalesce(sum(amount_cents) filter (where line = 'gross'), 0)::integer`.as('gross'),
            sql<number>`-coalesce(sum(amount_cents) filter (where line in ('provider_fee', 'refund_cost')), 0)::integer`.as(
              'fee',
            ),
            sql<number>`-coalesce(sum(amount_cents) filter (where line = 'platform_share'), 0)::integer`.as(
              'platform',
            ),
          ])
          .as('lines'),
      (join) => join.onTrue(),
    )
    .select([
      'mine.order_id',
      'mine.booking',
      'orders.number',
      'mine.item_position',
      sql<string>`coalesce(item.title, orders.game_title)`.as('title'),
      sql<string>`to_char(mine.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
      sql<number>`-mine.amount_cents`.as('amount'),
      'lines.gross',
      'lines.fee',
      'lines.platform',
      'held.sold_at as held_since',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectEarnings>['execute']>>[number]

const toEarning = (row: Row, holds: HoldSettings): Earning => ({
  _id: [row.at, row.order_id, row.booking, row.item_position].filter((part) => part !== null).join('_'),
  at: row.at,
  orderId: row.order_id,
  orderNumber: row.number,
  gameTitle: row.title,
  amount: dollarsOf(row.amount),
  gross: dollarsOf(row.gross),
  fee: dollarsOf(row.fee),
  platform: dollarsOf(row.platform),
  isCorrection: row.booking > 0 && row.gross === 0,
  isRefund: row.booking > 0 && row.gross < 0,
  pendingUntil: row.held_since && daysAfter(row.held_since, holds.PAYOUT_HOLD_DAYS).toISOString(),
})

/** Callers may page by the `_id` of the last line shown. */
function lineCursor(after: string): Cursor | null {
  const [at, ...id] = after.split('_')
  return at && isUuid(id[0]) && id[1] ? { value: at, id: id.join('_') } : null
}

function earningsFilter({ developerId, q, from, to }: Omit<EarningsOf, 'sort'>): RawBuilder<boolean> {
  const conditions = [
    sql`mine.developer_id = ${developerId}::uuid`,
    ...(from === undefined ? [] : [sql`mine.created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`mine.created_at < ${to}::date + 1`]),
    ...(q
      ? [sql`(orders.titles || ' ' || orders.number || ' ' || orders.id::text) ilike ${containing(q)}`]
      : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
