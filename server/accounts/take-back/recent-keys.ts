import type { RecentKey } from '@nofiller/contract/accounts/take-back'
import { RECENT_DAYS, type RecentKeyKind } from '@nofiller/contract/accounts/take-back-rules'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { countryName } from '../../platform/http/age-rule.ts'
import { masked } from '../email/emails.ts'
import { browserName } from '../sessions/browser-name.ts'

const DAY_MS = 86_400_000
const SESSIONS_MAX = 100

/** Keys made after this time may be a stranger's. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - RECENT_DAYS * DAY_MS)

/** Keys of another domain: how to list them, and remove them when an account is recovered. */
export type OtherKeys = {
  table: string
  madeSince(db: Queryable, accountId: string, since: Date): Promise<MadeKey[]>
  remove(tx: Tx, accountId: string, ids: readonly string[]): Promise<void>
}

/** A key, and the session in which it was made; null when unknown. */
export type MadeKey = { id: string; kind: RecentKeyKind; name: string; at: Date; session_id: string | null }

/** Recent additions to an account, the newest first, each with the browser and country of its session. */
export async function recentKeys(
  db: Queryable,
  accountId: string,
  { since, others }: { since: Date; others: readonly OtherKeys[] },
): Promise<RecentKey[]> {
  const made = [
    ...(await passkeysSince(db, accountId, since)),
    ...(await secondStepSince(db, accountId, since)),
    ...(await sessionsSince(db, accountId, since)),
    ...(await emailChangesSince(db, accountId, since)).map((change) => ({
      id: change.id,
      kind: 'email_change' as const,
      name: `${masked(change.old_email)} to ${masked(change.new_email)}`,
      at: change.created_at,
      session_id: change.session_id,
    })),
  ]
  for (const { madeSince } of others) made.push(...(await madeSince(db, accountId, since)))
  const places = await placesOf(db, made)
  return made
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ id, kind, name, at, session_id }) => {
      const place = session_id === null ? undefined : places.get(session_id)
      return {
        _id: id,
        kind,
        name,
        at: at.toISOString(),
        browser: place ? browserName(place.user_agent) : '',
        country: place ? countryName(place.country) : null,
      }
    })
}

async function placesOf(db: Queryable, made: readonly MadeKey[]) {
  const ids = [...new Set(made.flatMap(({ session_id }) => session_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'country'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function passkeysSince(db: Queryable, accountId: string, since: Date): Promise<MadeKey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as at', 'session_id'])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('suspended_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, kind: 'passkey' as const }))
}

/** The second factor, if it is that new, with its recovery codes; else newly made recovery codes. */
async function secondStepSince(db: Queryable, accountId: string, since: Date): Promise<MadeKey[]> {
  const made = await db
    .selectFrom('authenticators')
    .select(['created_at as at', 'session_id'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!made) return []
  if (made.at >= since) return [{ ...made, id: accountId, kind: 'second_step', name: '' }]
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['created_at as at', 'session_id'])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return codes ? [{ ...codes, id: accountId, kind: 'recovery_codes', name: '' }] : []
}

async function sessionsSince(db: Queryable, accountId: string, since: Date): Promise<MadeKey[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at as at', 'id as session_id'])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map((row) => ({ ...row, kind: 'session' as const, name: '' }))
}

/** Changes of the address that were not undone, the newest first. */
export const emailChangesSince = (db: Queryable, accountId: string, since: Date) =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', '>=', since)
    .where('undone_at', 'is', null)
    .orderBy('confirmed_at', 'desc')
    .execute()

/** Each recent address of an account: a stranger may read some of them, and its owner others. */
export async function addressesSince(db: Queryable, accountId: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${accountId}
    union select unnest(array[old_email, new_email]) from email_changes
      where account_id = ${accountId} and confirmed_at >= ${since}`.execute(db)
  return rows.map(({ email }) => email)
}
