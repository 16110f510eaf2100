import type { Queryable } from '../platform/database/database.ts'

/** Whether the store is unused; only an unused store is planted. */
export const isEmpty = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
