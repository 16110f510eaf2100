import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import { daysAfter, type HoldSettings, heldUntil, RESERVE_DAYS, RESERVE_FIRST_DAYS } from '../settings.ts'

const DEVELOPERS_AT_ONCE = 200

/** Moves money whose pending or reserve period is over to available, for all developers. Returns the number of developers. */
export async function releaseAllHolds(db: Database, config: HoldSettings, now: Date): Promise<number> {
  let count = 0
  for (;;) {
    const developers = await developersWithHolds(db, config, now)
    for (const developerId of developers)
      await db.transaction().execute(async (tx) => {
        await lockBalance(tx, developerId)
        await mature(tx, config, developerId, now)
      })
    count += developers.length
    if (developers.length < DEVELOPERS_AT_ONCE) return count
  }
}

async function developersWithHolds(db: Database, config: HoldSettings, now: Date): Promise<string[]> {
  const { rows } = await sql<{ developer_id: string }>`
    select developer_id from held_earnings where sold_at <= ${heldUntil(config, now)}
    union
    select developer_id from held_reserves where held_until <= ${now}
    order by developer_id limit ${DEVELOPERS_AT_ONCE}`.execute(db)
  return rows.map((row) => row.developer_id)
}

/**
 * Locks a developer's balance. Every change of available money takes this lock first, so the lines of a statement, which are a
 * range of transfers, are complete.
 */
export async function lockBalance(
  tx: Tx,
  developerId: string,
): Promise<{ available_cents: number } | undefined> {
  return tx
    .selectFrom('developer_balances')
    .select('available_cents')
    .where('developer_id', '=', developerId)
    .forUpdate()
    .executeTakeFirst()
}

/** The same for one developer, with a locked balance. */
export async function mature(tx: Tx, config: HoldSettings, developerId: string, now: Date): Promise<void> {
  await endHolds(tx, config, developerId, now)
  await endReserves(tx, developerId, now)
}

/** A reserve is held only from sales, and only for some time after the developer's first sale. */
async function endHolds(tx: Tx, config: HoldSettings, developerId: string, now: Date): Promise<void> {
  const { rows } = await sql<{
    order_id: string
    booking: number
    item_position: number | null
    amount_cents: number
    sold_at: Date
  }>`
    with due as (
      delete from held_earnings where developer_id = ${developerId} and sold_at <= ${heldUntil(config, now)} returning *),
    moved as (
      insert into balance_transfers
        (developer_id, kind, source, target, amount_cents, order_id, booking, item_position, created_at)
      select developer_id, 'hold_over',
        case when amount_cents > 0 then 'pending' else 'available' end,
        case when amount_cents > 0 then 'available' else 'pending' end,
        abs(amount_cents), order_id, booking, item_position, ${now}
      from due order by sold_at, order_id, booking, item_position)
    select * from due where amount_cents > 0`.execute(tx)
  if (config.PAYOUT_RESERVE_PERCENT === 0 || rows.length === 0) return
  const firstSale = await firstSaleOf(tx, developerId)
  const young = rows.filter(({ sold_at }) => sold_at < daysAfter(firstSale, RESERVE_FIRST_DAYS))
  for (const { order_id, booking, item_position, amount_cents, sold_at } of young) {
    const reserved = Math.floor((amount_cents * config.PAYOUT_RESERVE_PERCENT) / 100)
    if (reserved === 0) continue
    const { id } = await tx
      .insertInto('balance_transfers')
      .values({
        developer_id: developerId,
        kind: 'reserve',
        source: 'available',
        target: 'reserve',
        amount_cents: reserved,
        order_id,
        booking,
        item_position,
        payout_id: null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const held_until = daysAfter(sold_at, config.PAYOUT_HOLD_DAYS + RESERVE_DAYS)
    await tx
      .insertInto('held_reserves')
      .values({ transfer_id: id, developer_id: developerId, amount_cents: reserved, held_until })
      .execute()
  }
}

async function firstSaleOf(tx: Tx, developerId: string): Promise<Date> {
  const { first } = await tx
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.min('created_at').as('first'))
    .where('developer_id', '=', developerId)
    .executeTakeFirstOrThrow()
  return first
}

const endReserves = (tx: Tx, developerId: string, now: Date) =>
  sql`
    with due as (
      delete from held_reserves where developer_id = ${developerId} and held_until <= ${now} returning transfer_id, amount_cents)
    insert into balance_transfers
      (developer_id, kind, source, target, amount_cents, order_id, booking, item_position, created_at)
    select ${developerId}, 'reserve_back', 'reserve', 'available', due.amount_cents,
      transfer.order_id, transfer.booking, transfer.item_position, ${now}
    from due join balance_transfers as transfer on transfer.id = due.transfer_id order by transfer.id`.execute(
    tx,
  )
