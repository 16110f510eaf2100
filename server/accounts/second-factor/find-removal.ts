import type { Queryable } from '../../platform/database/database.ts'

/** When an account's second factor is removed as lost; null unless that was requested. */
export async function removalOf(db: Queryable, accountId: string): Promise<Date | null> {
  const removal = await db
    .selectFrom('second_factor_removals')
    .select('due_at')
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'taken_back')
    .executeTakeFirst()
  return removal?.due_at ?? null
}
