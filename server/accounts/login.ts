import { sql } from 'kysely'
import { forbidden, unauthorized } from '../platform/http/errors.ts'
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
  const account = await store.db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role', 'password_hash', 'verified_at', 'suspended_at'])
    .where((eb) => eb.or([eb('email', '=', name), eb(sql`lower(username)`, '=', name)]))
    .executeTakeFirst()
  const counted = account?.id ?? name
  await store.limits.consume('login-failures', counted) // before the hash: tries at once count like tries in turn

  const right = await isPassword(given.password, account?.password_hash ?? null)
  if (!account || !right) {
    store.log.info({ accountId: account?.id }, 'login refused')
    throw unauthorized('Invalid credentials', 'invalid_credentials')
  }
  await store.limits.reset('login-failures', counted)
  if (account.suspended_at) throw forbidden('This account is suspended.', 'suspended')
  if (!account.verified_at) throw forbidden('Please verify your email before logging in.', 'unverified')

  const session = await store.db.transaction().execute((tx) => openSession(tx, account.id, userAgent))
  store.log.info({ accountId: account.id, sessionId: session.sessionId }, 'logged in')
  return { account, ...session }
}
