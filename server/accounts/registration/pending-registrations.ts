import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The origin of a call, as far as registrations and logins need it. */
export type Browser = {
  userAgent: string
  /** The IP address, IPv6 by its /64. */
  network: string
  /** The registration in its cookie. */
  registrationId: string | null
  /** The remembered device's token, in place of the second factor; null for none. */
  rememberedToken: string | null
  /** The mark of a browser where an account logged in before; null when it never did. */
  markOf(accountId: string): string | null
}

/** A registration that can still become an account. */
export const pendingRegistrations = (db: Queryable) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('created_at', '>', sql<Date>`now() - ${RETENTION.unverifiedAccounts.after}::interval`)

/** The pending registration of this address in this browser. */
export const ownRegistration = (db: Queryable, { registrationId }: Browser, email: string) =>
  registrationId === null
    ? undefined
    : pendingRegistrations(db).where('id', '=', registrationId).where('email', '=', email).executeTakeFirst()
