import { SINGLE_ADMIN_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * Whether an admin may answer an appeal against a decision of their own: in a store that has nobody else, a day after it was
 * sent.
 */
export async function mayDecideAlone(
  db: Queryable,
  adminId: string,
): Promise<(sentAt: Date, now: Date) => boolean> {
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('verified_at', 'is not', null)
    .where('id', '!=', adminId)
    .limit(1)
    .executeTakeFirst()
  return (sentAt, now) =>
    other === undefined && now.getTime() - sentAt.getTime() >= SINGLE_ADMIN_HOURS * 3_600_000
}
