import type { Queryable } from '../../platform/database/database.ts'

/** When the second factor of an account is removed as lost; null unless that was asked for. */
export async function removalOf(db: Queryable, accountId: string): Promise<Date | null> {
  const removal = await db
    .selectFrom('second_factor_removals')
    .select('due_at')
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'taken_back')
    .executeTakeFirst()
  return removal?.due_at ?? null
}
