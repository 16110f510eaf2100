import { sql } from 'kysely'
import { archiveGamesOf } from '../../authoring/archive-game.ts'
import { lockBalance } from '../../payouts/balances/release-holds.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'

type Needed = Pick<Store, 'config' | 'clock' | 'catalogChanged'>

/**
 * Ends what an account does as a developer, in the transaction that removes it: nothing of it is sold any more. Owners keep
 * their games; the ledger, payouts and prices stay as they are.
 */
export async function removeDeveloper(store: Needed, tx: Tx, developerId: string): Promise<void> {
  const now = store.clock()
  await archiveGamesOf(store, tx, { id: developerId, role: 'developer' }, now)
  await giveUpBalance(tx, developerId, now)
  for (const statement of [
    sql`delete from sales where developer_id = ${developerId} and state = 'planned'`,
    sql`update sales set ends_at = least(ends_at, ${now}) where developer_id = ${developerId} and state = 'running'`,
    sql`update discount_codes set ends_at = least(ends_at, ${now}) where developer_id = ${developerId}`,
    sql`update bundles set ended_at = coalesce(ended_at, ${now}) where developer_id = ${developerId}`,
    sql`delete from blocked_developers where developer_id = ${developerId}`,
    sql`delete from follows where developer_id = ${developerId}
      or game_id in (select id from games where developer_id = ${developerId})`,
    sql`delete from follower_counts where developer_id = ${developerId}`,
    sql`delete from link_checks where account_id = ${developerId}`,
    sql`delete from finding_acks where account_id = ${developerId}`,
    sql`delete from payout_addresses where developer_id = ${developerId}`,
    sql`delete from payout_freezes where developer_id = ${developerId}`,
    sql`delete from payout_freeze_links where developer_id = ${developerId}`,
  ])
    await statement.execute(tx)
}

/** Books the unpaid balance, and debts from refunds, as given up. Every other part is 0 after it. */
async function giveUpBalance(tx: Tx, developerId: string, now: Date): Promise<void> {
  await lockBalance(tx, developerId)
  await sql`delete from held_earnings where developer_id = ${developerId}`.execute(tx)
  await sql`delete from held_reserves where developer_id = ${developerId}`.execute(tx)
  await sql`
    insert into balance_transfers (developer_id, kind, source, target, amount_cents, created_at)
    select developer_id, 'given_up',
      case when cents > 0 then part else 'given_up' end,
      case when cents > 0 then 'given_up' else part end,
      abs(cents), ${now}
    from developer_balances
    cross join lateral (values
      ('pending', pending_cents), ('reserve', reserve_cents), ('available', available_cents)) as parts (part, cents)
    where developer_id = ${developerId} and cents <> 0`.execute(tx)
}
