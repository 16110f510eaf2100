import type { OpenSession } from '@nofiller/contract/accounts/accounts'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { browserName } from './browser-name.ts'
import { isLiving, revokeAllSessions } from './session.ts'

const SHOWN_MAX = 1_000

/** The open sessions of an account, the most recently used first (security A13). */
export async function openSessions(db: Database, { id, sessionId }: Account): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('account_id', '=', id)
    .where(isLiving)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    browser: browserName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.id === sessionId,
  }))
}

/** @throws HttpError 404 for one that is over, or another account's */
export async function endOwnSession(db: Database, account: Account, sessionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('sessions')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .where('account_id', '=', account.id)
      .where(isLiving)
      .returning('user_agent')
      .executeTakeFirst()
    if (!ended) throw notFound('This session has ended.')
    const about = browserName(ended.user_agent)
    await recordEvent(tx, { accountId: account.id, kind: 'session_ended', ...(about && { about }) }, account)
  })
}

/** Ends all sessions of an account, including the caller's. */
export async function endEverySession(db: Database, account: Account): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await revokeAllSessions(tx, account.id)
    await recordEvent(tx, { accountId: account.id, kind: 'sessions_ended' }, account)
  })
}
