import { randomBytes } from 'node:crypto'
import {
  LOGIN_TRIES,
  PENDING_LOGIN_MINUTES,
  SECOND_FACTOR_TEXT,
} from '@nofiller/contract/accounts/second-factor-rules'
import type { Received } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '../../platform/database/database.ts'
import { HttpError, unauthorized } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { recordWrongCode } from '../security-events/note-event.ts'
import { lockActiveAccount, openSession } from '../sessions/session.ts'
import { countTry, forgetTry, spendCode } from './check-code.ts'
import { rememberDevice } from './remembered-devices.ts'

/** Whether an account has a second factor. */
export async function hasSecondFactor(db: Queryable, accountId: string): Promise<boolean> {
  const own = await db
    .selectFrom('authenticators')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return own !== undefined
}

/** Records that the password was correct. Returns the token for the next step of this browser's login. */
export async function beginPendingLogin(tx: Tx, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('pending_logins')
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      expires_at: sql`now() + make_interval(mins => ${PENDING_LOGIN_MINUTES})`,
    })
    .execute()
  return token
}

/** The account of a pending login's token. @throws HttpError 401 `login_over` */
export async function pendingAccount(db: Database, token: string): Promise<{ id: string; email: string }> {
  const account = await db
    .selectFrom('pending_logins')
    .innerJoin('accounts', 'accounts.id', 'pending_logins.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('token_hash', '=', sha256(token))
    .where('tries', '<', LOGIN_TRIES)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!account) throw isOver()
  return account
}

/** A changed password or factor ends logins that started before it. */
export const endPendingLogins = (tx: Tx, accountId: string) =>
  tx.deleteFrom('pending_logins').where('account_id', '=', accountId).execute()

/**
 * Opens the session of a login with a correct password, by a code. The fifth wrong code ends it. The browser can be
 * remembered, but not for an admin.
 * @throws HttpError 401 `login_over`, `wrong_code` · 403 suspended · 429
 */
export async function finishLogin(
  store: Store,
  token: string,
  { code, remember }: Received<'POST /api/login/second-factor', 'body'>,
  userAgent: string,
) {
  const tokenHash = sha256(token)
  const accountId = await countTryOf(store.db, tokenHash)
  try {
    if (accountId === null) throw isOver()
    await countTry(store, accountId, code)
    const opened = await store.db.transaction().execute(async (tx) => {
      const account = await lockActiveAccount(tx, accountId)
      const pending = await tx
        .deleteFrom('pending_logins')
        .where('token_hash', '=', tokenHash)
        .returning('account_id')
        .executeTakeFirst()
      if (!pending) throw isOver()
      // Rolls the deletion back, so the login can be tried again.
      if (!(await spendCode(store, tx, { ...account, userAgent }, code)))
        throw unauthorized(SECOND_FACTOR_TEXT.wrong, 'wrong_code')
      const session = await openSession(tx, account.id, userAgent, 'logged_in_with_code')
      const mayRemember = remember && account.role !== 'admin'
      const rememberedToken = mayRemember ? await rememberDevice(tx, account.id, userAgent) : null
      return { account, ...session, rememberedToken }
    })
    await forgetTry(store, accountId, code)
    logEvent(store.log, 'logged_in', { accountId, sessionId: opened.sessionId })
    return opened
  } catch (error) {
    if (error instanceof HttpError && error.code === 'wrong_code' && accountId !== null)
      await recordWrongCode(store.db, accountId, { userAgent })
    if (error instanceof HttpError)
      logEvent(store.log, 'login_refused', { accountId: accountId ?? undefined, reason: error.code })
    throw error
  }
}

/** Counts a try of a pending login. Returns its account; null when it is over. */
async function countTryOf(db: Database, tokenHash: Buffer): Promise<string | null> {
  const pending = await db
    .updateTable('pending_logins')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', LOGIN_TRIES)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst()
  return pending?.account_id ?? null
}

const isOver = () => unauthorized(SECOND_FACTOR_TEXT.over, 'login_over')

export async function purgePendingLogins(db: Database): Promise<void> {
  await sql`delete from pending_logins where expires_at < now()`.execute(db)
  await sql`delete from authenticator_setups where expires_at < now()`.execute(db)
}
