import { randomBytes } from 'node:crypto'
import { FRESH_MINUTES } from '@nofiller/contract/accounts/reauthentication-rules'
import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import { readLimits } from '@nofiller/contract/content-limits/limit-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import type { Database, Queryable, Tx } from '../../platform/database/database.ts'
import { PREPARED } from '../../platform/database/prepared-statements.ts'
import { forbidden, unauthorized } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { purgeDevices } from '../second-factor/remembered-devices.ts'
import { recordEvent } from '../security-events/note-event.ts'
import type { AccessTokens } from './access-token.ts'

export const SESSION_IDLE_DAYS = 30
export const SESSION_DAYS = 90
/** Two tabs may send the same refresh token at nearly the same time; a later use means theft (requirements 3.8). */
const REUSE_SECONDS = 10

/** A password without the second factor does not prove identity: such a session is fresh only after its first factor check. */
const NEVER = new Date(0)

type LoggedInBy = Extract<
  SecurityEventKind,
  'signed_up' | 'logged_in' | 'logged_in_remembered' | 'logged_in_with_code' | 'logged_in_with_passkey'
>

/** Whose session is to be opened: neither a new password nor a suspension comes until it is, and each ends it then. */
export async function lockActiveAccount(tx: Tx, accountId: string) {
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role'])
    .where('id', '=', accountId)
    .where('suspended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!account) throw forbidden('This account is suspended.', 'suspended')
  return account
}

/** Opens a session and returns its first refresh token. @param kind how its owner proved who they are */
export async function openSession(
  tx: Tx,
  accountId: string,
  userAgent: string,
  kind: LoggedInBy,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = uuid()
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      account_id: accountId,
      user_agent: userAgent.slice(0, 300),
      ends_at: sql`now() + make_interval(days => ${SESSION_DAYS})`,
      ...(kind === 'logged_in_remembered' && { verified_at: NEVER }),
    })
    .execute()
  await recordEvent(tx, { accountId, kind }, { sessionId })
  return { sessionId, refreshToken: await issueRefreshToken(tx, sessionId) }
}

/** Records the country in which a session was opened, if known. */
export async function recordPlace(db: Queryable, sessionId: string, country: string | null): Promise<void> {
  if (country !== null)
    await db.updateTable('sessions').set({ country }).where('id', '=', sessionId).execute()
}

/** The account of a request's bearer token, by the current session row (security A9). */
export async function authenticate(
  db: Database,
  tokens: AccessTokens,
  request: FastifyRequest,
): Promise<Account | null> {
  const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  const sessionId = token ? await tokens.verify(token) : null
  return sessionId ? accountOf(db, { sessionId, address: request.ip }) : null
}

/** The account of a session by its current row, however old its token is; null when it has ended. */
export async function accountOf(
  db: Database,
  { sessionId, address }: Pick<Account, 'sessionId' | 'address'>,
): Promise<Account | null> {
  const row = await livingSession(db, sessionId)
  if (!row) return null
  const { account_id: id, username, email, role, content_choice: contentChoice } = row
  const limits = row.limits === null ? null : readLimits(row.limits)
  const blocks = row.blocks_changed_at && { accountId: id, changedAt: row.blocks_changed_at.toISOString() }
  const isClosing = row.deletion_at !== null
  const isFresh = row.is_fresh
  return { id, sessionId, username, email, role, isClosing, isFresh, address, contentChoice, limits, blocks }
}

/** A session that was not revoked, was used within 30 days and is at most 90 days old. */
export const isLiving = sql<boolean>`
  sessions.revoked_at is null
  and sessions.ends_at > now()
  and sessions.last_used_at > now() - make_interval(days => ${SESSION_IDLE_DAYS})`

const livingSession = (db: Queryable, sessionId: string) =>
  db
    .selectFrom('sessions')
    .modifyFront(PREPARED)
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('account_limits', 'account_limits.account_id', 'accounts.id')
    .leftJoin('account_blocks', 'account_blocks.account_id', 'accounts.id')
    .select([
      'sessions.account_id',
      sql<boolean>`sessions.verified_at > now() - make_interval(mins => ${sql.lit(FRESH_MINUTES)})`.as(
        'is_fresh',
      ),
      'accounts.username',
      'accounts.email',
      'accounts.role',
      'accounts.deletion_at',
      'accounts.content_choice',
      'account_limits.limits',
      'account_blocks.changed_at as blocks_changed_at',
    ])
    .where('sessions.id', '=', sessionId)
    .where(isLiving)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()

export type Refreshed = { sessionId: string; accountId: string; refreshToken: string | null }

/**
 * Rotates a refresh token. One statement decides who rotates it; a caller within the next 10 s gets the same session
 * without a new token, and a later caller ends the session (security A10).
 * @throws HttpError 401 `Refresh failed`
 */
export async function refreshSession(db: Database, refreshToken: string): Promise<Refreshed> {
  const tokenHash = sha256(refreshToken)
  const rotated = await db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('refresh_tokens')
      .set({ rotated_at: sql<Date>`now()` })
      .where('token_hash', '=', tokenHash)
      .where('rotated_at', 'is', null)
      .returning('session_id')
      .executeTakeFirst()
    const living = first && (await livingSession(tx, first.session_id))
    if (!living) return null
    await tx
      .updateTable('sessions')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', first.session_id)
      .execute()
    return {
      sessionId: first.session_id,
      accountId: living.account_id,
      refreshToken: await issueRefreshToken(tx, first.session_id),
    }
  })
  return rotated ?? reusedToken(db, tokenHash)
}

async function reusedToken(db: Database, tokenHash: Buffer): Promise<Refreshed> {
  const used = await db
    .selectFrom('refresh_tokens')
    .select([
      'session_id',
      sql<boolean>`rotated_at > now() - make_interval(secs => ${REUSE_SECONDS})`.as('just_now'),
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  const living = used?.just_now ? await livingSession(db, used.session_id) : undefined
  if (used && living) return { sessionId: used.session_id, accountId: living.account_id, refreshToken: null }
  if (used) await endStolenSession(db, used.session_id)
  throw unauthorized('Refresh failed', 'session_dead')
}

async function endStolenSession(db: Database, sessionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await revokeSession(tx, sessionId)
    if (!ended) return
    await recordEvent(tx, { accountId: ended.account_id, kind: 'session_stolen' }, { sessionId })
  })
}

/** Ends the session of a refresh token; an unknown token ends nothing. @returns its account */
export async function endSession(db: Database, refreshToken: string): Promise<string | null> {
  const token = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', sha256(refreshToken))
    .executeTakeFirst()
  const ended = token && (await revokeSession(db, token.session_id))
  return ended?.account_id ?? null
}

const revokeSession = (db: Queryable, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()

/** Ends every session of an account and its private feed, and forgets its remembered devices. */
export async function revokeAllSessions(tx: Queryable, accountId: string) {
  await purgeDevices(tx, accountId)
  await revokeFeed(tx, accountId)
  return tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Ends the address of an account's private feed, which reads without a session; its owner can make a new one. */
export const revokeFeed = (tx: Queryable, accountId: string) =>
  tx.deleteFrom('private_feeds').where('account_id', '=', accountId).execute()

/** Ends permanent download links, because an intruder may have copied them; the owner can make new ones. */
export async function revokeLinks(tx: Queryable, accountId: string): Promise<void> {
  await tx
    .updateTable('download_links')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends the other sessions, and forgets all remembered devices. */
export async function revokeOtherSessions(
  tx: Queryable,
  { id, sessionId }: Pick<Account, 'id' | 'sessionId'>,
): Promise<void> {
  await purgeDevices(tx, id)
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', id)
    .where('id', '!=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Keeps ended sessions for a month and used tokens for a week: reusing a token within it still reveals a theft. */
export async function purgeEndedSessions(db: Database): Promise<void> {
  await sql`delete from sessions where least(ends_at, revoked_at, last_used_at + make_interval(days => ${SESSION_IDLE_DAYS})) < now() - ${RETENTION.sessions.after}::interval`.execute(
    db,
  )
  await sql`delete from refresh_tokens where rotated_at < now() - interval '7 days'`.execute(db)
}

export async function purgeResetLinks(db: Database): Promise<void> {
  await sql`delete from password_resets where expires_at < now() - ${RETENTION.links.after}::interval`.execute(
    db,
  )
}

async function issueRefreshToken(tx: Tx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: sha256(token), session_id: sessionId })
    .execute()
  return token
}
