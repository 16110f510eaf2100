import { dollarsOf } from '@nofiller/contract/money'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** How many people own a game. */
export async function ownersOf(db: Queryable, gameId: string): Promise<number> {
  const { rows } = await sql<{ owners: number }>`
    select count(distinct account_id)::int as owners from grants where game_id = ${gameId}`.execute(db)
  return rows[0]?.owners ?? 0
}

/** What a decision about a game touches. `balance` in dollars. */
export async function effectsOf(db: Queryable, gameId: string, developerId: string) {
  const { rows } = await sql<{ open_orders: number; balance_cents: number }>`select
    (select count(distinct orders.id)::int from orders join order_items on order_items.order_id = orders.id
      where order_items.game_id = ${gameId} and orders.status in ('CREATED', 'WAITING', 'PENDING')) as open_orders,
    coalesce((select (pending_cents + reserve_cents + available_cents)::int from developer_balances
      where developer_id = ${developerId}), 0) as balance_cents`.execute(db)
  const [row = { open_orders: 0, balance_cents: 0 }] = rows
  return {
    owners: await ownersOf(db, gameId),
    openOrders: row.open_orders,
    balance: dollarsOf(row.balance_cents),
  }
}
