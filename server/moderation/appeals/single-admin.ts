import { SINGLE_ADMIN_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import { presentAdmins } from '../../platform/database/admins.ts'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * Whether an admin may answer an appeal against a decision of their own: in a store that has nobody else, a day after it was
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
