import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** Possible differences between orders, grants and ledger, and what each means. */
export const DIFFERENCES = {
  grant_missing: 'a paid order whose buyer does not own all of its goods',
  grant_unpaid: 'a grant that names an order which is not paid, is for something else, or was taken back',
  grant_doubled: 'the same goods granted twice to one account',
  ledger_missing: 'a paid order that is not booked',
  ledger_unpaid: 'ledger lines of an order that is not paid',
  ledger_doubled: 'an order that is booked twice',
  ledger_unbalanced: 'ledger lines that do not sum to zero',
  ledger_gross: 'a sale booked at another amount than its price less what was given back',
  balance: 'a developer whose parts of the balance are not what the ledger owes them',
  totals: 'a game whose sales or revenue are not those of its paid orders',
} as const
export type Difference = { kind: keyof typeof DIFFERENCES; subject: 'order' | 'account' | 'game'; id: string }

const MOST = 1_000

/**
 * Compares all paid orders with grants, ledger and the totals of games in one statement, so as of one moment. Its joins
 * read full tables. Returns the first 1,000 differences; none when all is well.
 */
export async function findDifferences(db: Queryable): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with booked as (
      select order_id, sum(balance) as balance, sum(gross) as gross, max(times) as times, max(shares) as shares,
        bool_or(is_whole) and not bool_and(is_whole) as is_mixed
      from (
        select order_id, item_position is null as is_whole,
          sum(amount_cents) as balance,
          sum(amount_cents) filter (where line = 'gross') as gross,
          count(*) filter (where line = 'gross' and amount_cents > 0) as times,
          count(*) filter (where booking = 0 and line in ('developer', 'developer_share')) as shares
        from ledger_entries group by order_id, item_position
      ) as booked_items group by order_id
    ), sold as (
      select item.game_id, count(distinct item.order_id) as sales, sum(item.price_cents - item.refunded_cents) as cents
      from order_items as item join orders on orders.id = item.order_id where orders.status = 'PAID' group by item.game_id
    )
    select 'grant_missing' as kind, 'order' as subject, orders.id
      from orders join order_items as item on item.order_id = orders.id
      left join grants on grants.account_id = orders.account_id and grants.game_id = item.game_id
        and grants.file_id is not distinct from item.file_id
      where orders.status = 'PAID' and item.revoked_at is null and grants.id is null
        and not exists (select from accounts where id = orders.account_id and deleted_at is not null)
    union all
    select 'grant_unpaid', 'order', grants.order_id
      from grants join orders on orders.id = grants.order_id
      where orders.status <> 'PAID' or orders.account_id <> grants.account_id
        or not exists (
          select from order_items as item
          where item.order_id = orders.id and item.game_id = grants.game_id and item.revoked_at is null
            and item.file_id is not distinct from grants.file_id)
    union all
    select 'grant_doubled', 'account', account_id
      from grants group by account_id, game_id, file_id having count(*) > 1
    union all
    select case when booked.order_id is null then 'ledger_missing'
        when orders.status is distinct from 'PAID' then 'ledger_unpaid'
        when booked.times > 1 or booked.shares > 1 or booked.is_mixed then 'ledger_doubled'
        when booked.balance <> 0 then 'ledger_unbalanced'
        else 'ledger_gross' end,
      'order', coalesce(orders.id, booked.order_id)
      from (
        select orders.id, sum(item.price_cents - item.refunded_cents) as cents
        from orders join order_items as item on item.order_id = orders.id
        where orders.status = 'PAID' group by orders.id
      ) as paid
      full join booked on booked.order_id = paid.id
      left join orders on orders.id = coalesce(paid.id, booked.order_id)
      where paid.id is null or booked.order_id is null or booked.times > 1 or booked.shares > 1
        or booked.is_mixed or booked.balance <> 0
        or coalesce(booked.gross, 0) is distinct from paid.cents -- an order of $0 has no such line
    union all
    select 'totals', 'game', games.id
      from games left join sold on sold.game_id = games.id
      where games.sales <> coalesce(sold.sales, 0) or games.revenue_cents <> coalesce(sold.cents, 0)
    union all
    select 'balance', 'account', coalesce(owed.developer_id, balance.developer_id)
      from (
        select developer_id, -sum(amount_cents) as cents from ledger_entries
        where developer_id is not null group by developer_id
      ) as owed
      full join (
        select developer_id, pending_cents + reserve_cents + available_cents + in_payout_cents + paid_cents
            + given_up_cents as cents,
          pending_cents, in_payout_cents, paid_cents
        from developer_balances
      ) as balance using (developer_id)
      left join (select developer_id, sum(amount_cents) as cents from held_earnings group by developer_id) as held
        using (developer_id)
      left join (
        select developer_id,
          coalesce(sum(amount_cents) filter (where state = 'PAID'), 0) as paid,
          coalesce(sum(amount_cents) filter (where ended_at is null), 0) as open
        from payouts group by developer_id
      ) as sent using (developer_id)
      where coalesce(owed.cents, 0) <> coalesce(balance.cents, 0)
        or coalesce(balance.pending_cents, 0) <> coalesce(held.cents, 0)
        or coalesce(balance.paid_cents, 0) <> coalesce(sent.paid, 0)
        or coalesce(balance.in_payout_cents, 0) <> coalesce(sent.open, 0)
    limit ${MOST}`.execute(db)
  return rows
}
