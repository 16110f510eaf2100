import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

export const REGISTRATION_HOURS = 24

/** Where a call comes from, as far as registrations and log-ins ask. */
export type Browser = {
  userAgent: string
  /** The address it calls from, IPv6 by its /64. */
  network: string
  /** The registration that its cookie holds. */
  registrationId: string | null
  /** What stands for the second factor in it; null where none was remembered. */
  rememberedToken: string | null
  /** What stands for it where an account logged in before; null when it never did. */
  markOf(accountId: string): string | null
}

/** A registration that can still become an account. */
export const pendingRegistrations = (db: Queryable) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${REGISTRATION_HOURS})`)

/** The pending registration of this address that belongs to this browser. */
export const ownRegistration = (db: Queryable, { registrationId }: Browser, email: string) =>
  registrationId === null
    ? undefined
    : pendingRegistrations(db).where('id', '=', registrationId).where('email', '=', email).executeTakeFirst()
