import type { Queryable } from '../platform/database/database.ts'

/** Whether nobody uses this store yet: only such a store is planted. */
export const isEmpty = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
