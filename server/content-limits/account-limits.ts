import { type Limits, readLimits, writeLimits } from '@nofiller/contract/content-limits/limit-rules'
import type { Queryable } from '../platform/database/database.ts'

/** The limits that an account set, null when it never did. */
export async function limitsOfAccount(db: Queryable, accountId: string): Promise<Limits | null> {
  const row = await db
    .selectFrom('account_limits')
    .select('limits')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? readLimits(row.limits) : null
}

/** Sets an account's limits. */
export async function saveLimits(db: Queryable, accountId: string, set: Limits): Promise<void> {
  const limits = writeLimits(set)
  await db
    .insertInto('account_limits')
    .values({ account_id: accountId, limits })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ limits }))
    .execute()
}
