import type { DecisionEffects } from '@nofiller/contract/moderation/moderation'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** How many people own a game. */
export async function ownersOf(db: Queryable, gameId: string): Promise<number> {
  const { rows } = await sql<{ owners: number }>`
    select count(distinct account_id)::int as owners from grants where game_id = ${gameId}`.execute(db)
  return rows[0]?.owners ?? 0
}

/** The effects of a decision about a game, or about all games of a developer. `balance` in dollars. */
export async function effectsOf(
  db: Queryable,
  gameId: string | null,
  developerId: string | null,
): Promise<DecisionEffects> {
  const games = gameId
    ? sql`select ${gameId}::uuid`
    : sql`select id from games where developer_id = ${developerId}`
  const { rows } = await sql<{ owners: number; open_orders: number; balance_cents: number }>`select
    (select count(distinct account_id)::int from grants where game_id in (${games})) as owners,
    (select count(distinct orders.id)::int from orders join order_items on order_items.order_id = orders.id
      where order_items.game_id in (${games}) and orders.status in ('CREATED', 'WAITING', 'PENDING')) as open_orders,
    coalesce((select (pending_cents + reserve_cents + available_cents)::int from developer_balances
      where developer_id = ${developerId}), 0) as balance_cents`.execute(db)
  const [row = { owners: 0, open_orders: 0, balance_cents: 0 }] = rows
  return {
    owners: row.owners,
    openOrders: row.open_orders,
    balance: dollarsOf(row.balance_cents),
  }
}
