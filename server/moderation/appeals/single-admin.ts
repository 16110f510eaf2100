import { SINGLE_ADMIN_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import { presentAdmins } from '../../platform/database/admins.ts'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * Whether an admin may decide an appeal against their own decision: in a store with no other admin, a day after it was
 * sent.
 */
export async function mayDecideAlone(
  db: Queryable,
  adminId: string,
): Promise<(sentAt: Date, now: Date) => boolean> {
  const other = await presentAdmins(db).select('id').where('id', '!=', adminId).limit(1).executeTakeFirst()
  return (sentAt, now) =>
    other === undefined && now.getTime() - sentAt.getTime() >= SINGLE_ADMIN_HOURS * 3_600_000
}
