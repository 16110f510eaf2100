import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import { forbidden, HttpError, unauthorized } from '../platform/http/errors.ts'
import { logEvent } from '../platform/log.ts'
import type { Store } from '../store.ts'
import { isPassword } from './passwords.ts'
import { openSession } from './session.ts'

/**
 * Opens a session for an e-mail or username and its password. After ten failures an account is locked for a while to new
 * logins; its live sessions go on (security G2).
 * @throws HttpError 401 `Invalid credentials`, 403 unverified or suspended, 429 locked
 */
export async function login(store: Store, given: { email: string; password: string }, userAgent: string) {
  const name = given.email.trim().toLowerCase()
  const found = await accountNamed(store.db, name)
  try {
    const account = await prove(store, found, name, given.password)
    const session = await store.db.transaction().execute(async (tx) => {
      if (!(await isStillPassword(tx, account))) throw invalidCredentials()
      return openSession(tx, account.id, userAgent)
    })
    logEvent(store.log, 'logged_in', { accountId: account.id, sessionId: session.sessionId })
    return { account, ...session }
  } catch (error) {
    if (error instanceof HttpError)
      logEvent(store.log, 'login_refused', { accountId: found?.id, reason: error.code })
    throw error
  }
}

const accountNamed = (db: Database, name: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role', 'password_hash', 'verified_at', 'suspended_at'])
    .where((eb) => eb.or([eb('email', '=', name), eb(sql`lower(username)`, '=', name)]))
    .executeTakeFirst()

type Found = NonNullable<Awaited<ReturnType<typeof accountNamed>>>

/** The account that was found, once its password is right and it may come in. */
async function prove(
  store: Store,
  account: Found | undefined,
  name: string,
  password: string,
): Promise<Found> {
  const right = await tryPassword(store, account?.id ?? name, password, account?.password_hash ?? null)
  if (!account || !right) throw invalidCredentials()
  if (account.suspended_at) throw forbidden('This account is suspended.', 'suspended')
  if (!account.verified_at) throw forbidden('Please verify your email before logging in.', 'unverified')
  return account
}

/**
 * Compares a password, with ten failures in 15 minutes for whom it is `counted`.
 * @throws HttpError 429 locked
 */
export async function tryPassword(
  { limits }: Store,
  counted: string,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  await limits.consume('login-failures', counted) // before the hash: tries at once count like tries in turn
  const right = await isPassword(password, passwordHash)
  if (right) await limits.reset('login-failures', counted)
  return right
}

/** Whether no new password and no suspension came while the old one was compared. Neither can come until the session is open, and ends it then. */
const isStillPassword = (tx: Tx, account: { id: string; password_hash: string }) =>
  tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .where('suspended_at', 'is', null)
    .forShare()
    .executeTakeFirst()

const invalidCredentials = () => unauthorized('Invalid credentials', 'invalid_credentials')
