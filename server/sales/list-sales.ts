import type { Received } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { Sale } from '@nofiller/contract/sales/sales'
import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { alphabetical } from '../platform/database/alphabetical.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, pageSize, paginate } from '../platform/database/paginate.ts'

const PAGE = 24

/**
 * A developer's sales, and the store-wide ones that run, will, or had games of theirs; those that begin last first.
 * @throws HttpError 400 `bad_cursor`
 */
export function listSales(
  db: Database,
  developer: Account,
  query: Received<'GET /api/dev/sales', 'query'>,
): Promise<Page<Sale>> {
  const list = {
    rows: selectSales(db, developer.id),
    from: sql`sales`,
    filter: sql<boolean>`(sales.developer_id = ${developer.id} or (sales.developer_id is null
      and (sales.ends_at > now() or exists (${gamesOf(developer.id, sql`games.id`)}))))`,
    key: sql`sales.id`,
    order: { by: sql`sales.begins_at`, direction: 'desc' as const },
    toItem,
  }
  return paginate(db, list, { ...query, limit: pageSize(query, PAGE) })
}

/** The developer's games in a row of `sales`. */
const gamesOf = (developerId: string, what: ReturnType<typeof sql>) => sql`
  select ${what} from sale_games join games on games.id = sale_games.game_id
  where sale_games.sale_id = sales.id and games.developer_id = ${developerId}`

const selectSales = (db: Database, developerId: string) =>
  db
    .selectFrom('sales')
    .leftJoinLateral(
      sql<{ sold: number; cents: number }>`(
        select count(*)::integer as sold, coalesce(sum(item.price_cents - item.refunded_cents), 0)::integer as cents
        from order_items as item join orders on orders.id = item.order_id join games on games.id = item.game_id
        where item.sale_id = sales.id and orders.status = 'PAID' and games.developer_id = ${developerId}
      )`.as('sold'),
      (join) => join.onTrue(),
    )
    .select([
      'sales.id',
      'sales.developer_id',
      'sales.name',
      'sales.percent',
      'sales.price_cents',
      'sales.begins_at',
      'sales.ends_at',
      'sold.sold',
      'sold.cents',
      sql<Date>`now()`.as('now'),
      sql<
        Sale['games']
      >`(select coalesce(json_agg(json_build_object('_id', id, 'title', title) order by ${alphabetical(sql`title`)}), '[]')
        from (${gamesOf(developerId, sql`games.id, games.title`)}) as own)`.as('games'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectSales>['execute']>>[number]

const toItem = (row: Row): Sale => ({
  _id: row.id,
  name: row.name,
  isStoreWide: row.developer_id === null,
  percent: row.percent,
  price: row.price_cents === null ? null : dollarsOf(row.price_cents),
  beginsAt: row.begins_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  state: stateOf(row),
  games: row.games,
  sold: row.sold ?? 0,
  revenue: dollarsOf(row.cents ?? 0),
})

function stateOf({ begins_at, ends_at, now }: Row): Sale['state'] {
  if (ends_at <= now) return 'ended'
  return begins_at <= now ? 'running' : 'planned'
}
