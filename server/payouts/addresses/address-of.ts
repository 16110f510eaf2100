import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** `usableAt`: when payouts may start to use it. */
export type CurrentAddress = { coin: string; address: string; createdAt: Date; usableAt: Date }

/** A developer's payout address; null when they have set none. */
export async function currentAddressOf(db: Queryable, developerId: string): Promise<CurrentAddress | null> {
  const row = await db
    .selectFrom('payout_addresses')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return { coin: row.coin, address: row.address, createdAt: row.created_at, usableAt: row.usable_at }
}

/** Whether several developers share one payout address. */
export async function isAddressShared(db: Queryable, address: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payout_addresses
    where address = ${address} and replaced_at is null`.execute(db)
  return (rows[0]?.count ?? 0) > 1
}
