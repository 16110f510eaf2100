import type { Received } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { DiscountCode } from '@nofiller/contract/sales/discount-codes'
import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { alphabetical } from '../platform/database/alphabetical.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, pageSize, paginate } from '../platform/database/paginate.ts'
import { usesCode } from './price-lock.ts'

const PAGE = 24

/** A developer's codes, newest first; for an admin also the store's. @throws HttpError 400 `bad_cursor` */
export function listCodes(
  db: Database,
  account: Account,
  query: Received<'GET /api/dev/discount-codes', 'query'>,
): Promise<Page<DiscountCode>> {
  const own = sql<boolean>`discount_codes.developer_id = ${account.id}`
  const list = {
    rows: selectCodes(db),
    from: sql`discount_codes`,
    filter: account.role === 'admin' ? sql<boolean>`(${own} or discount_codes.developer_id is null)` : own,
    key: sql`discount_codes.id`,
    order: { by: sql`discount_codes.created_at`, direction: 'desc' as const },
    toItem,
  }
  return paginate(db, list, { ...query, limit: pageSize(query, PAGE) })
}

const selectCodes = (db: Database) =>
  db.selectFrom('discount_codes').select([
    'id',
    'developer_id',
    'code',
    'percent',
    'amount_cents',
    'uses',
    'is_once',
    'ends_at',
    sql<boolean>`ends_at is null or ends_at > now()`.as('is_open'),
    sql<number>`(select count(*)::integer from orders where discount_code_id = discount_codes.id and ${usesCode})`.as(
      'used',
    ),
    sql<
      DiscountCode['games']
    >`(select coalesce(json_agg(json_build_object('_id', games.id, 'title', title) order by ${alphabetical(sql`title`)}), '[]')
      from discount_code_games join games on games.id = game_id where code_id = discount_codes.id)`.as(
      'games',
    ),
  ])

type Row = Awaited<ReturnType<ReturnType<typeof selectCodes>['execute']>>[number]

const toItem = (row: Row): DiscountCode => ({
  _id: row.id,
  code: row.code,
  isStoreWide: row.developer_id === null,
  percent: row.percent,
  amount: row.amount_cents === null ? null : dollarsOf(row.amount_cents),
  games: row.games,
  used: row.used,
  uses: row.uses,
  isOnce: row.is_once,
  endsAt: row.ends_at?.toISOString() ?? null,
  isActive: row.is_open && (row.uses === null || row.used < row.uses),
})
