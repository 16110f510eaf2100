import type { Queryable } from './database.ts'

/** Accounts that are admins at present, without suspended and unverified ones (security B7). */
export const presentAdmins = (db: Queryable) =>
  db
    .selectFrom('accounts')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('verified_at', 'is not', null)
