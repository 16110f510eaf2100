import { emailProblem, normalEmail } from '@nofiller/contract/accounts/account-rules'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import { forbidden, HttpError, unauthorized } from '../../platform/http/errors/errors.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { provenHash } from '../passwords/own-password.ts'
import { isPassword } from '../passwords/passwords.ts'
import { type Browser, pendingRegistrations } from '../registration/pending-registrations.ts'
import { beginPendingLogin, hasSecondFactor } from '../second-factor/pending-login.ts'
import { isRemembered } from '../second-factor/remembered-devices.ts'
import { openSession } from './session.ts'

type LoggedIn = Exclude<Awaited<ReturnType<typeof enter>>, { pendingToken: string }>

/**
 * Opens a session for an email or username and its password. Compares exactly two hashes, an account's and a pending
 * registration's, so the response is the same whether an address has an account, a registration, both or neither.
 * @returns the session; or the browser's next step: the token for its second factor, or the registration that the password
 * matches
 * @throws HttpError 401 `Invalid credentials`, 403 suspended, 429 locked
 */
export async function login(
  store: Store,
  given: { email: string; password: string },
  browser: Browser,
): Promise<LoggedIn | { pendingToken: string } | { registrationId: string }> {
  const typed = given.email.trim()
  const name = emailProblem(typed) === null ? normalEmail(typed) : typed.toLowerCase()
  const account = await accountNamed(store.db, name)
  const pending = await registrationNamed(store.db, browser, name)
  try {
    const count = countOf(store.rateLimits, name, account?.id, browser)
    await count.take() // before the hashes: tries at once count like tries in turn
    const passwordHash = await provenHash(store.db, account, given.password)
    const isPending = await isPassword(given.password, pending?.password_hash ?? null)
    if (account && passwordHash !== null) {
      await count.clear()
      return await enter(store, { ...account, password_hash: passwordHash }, browser)
    }
    if (!pending || !isPending) throw invalidCredentials()
    logEvent(store.log, 'login_refused', { accountId: undefined, reason: 'unverified' })
    return { registrationId: pending.id }
  } catch (error) {
    if (error instanceof HttpError)
      logEvent(store.log, 'login_refused', { accountId: account?.id, reason: error.code })
    throw error
  }
}

const accountNamed = (db: Database, name: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role', 'password_hash', 'suspended_at'])
    .where((eb) => eb.or([eb('email', '=', name), eb(sql`lower(username)`, '=', name)]))
    .where('verified_at', 'is not', null)
    .executeTakeFirst()

/** The pending registration of this browser, else the newest one of the address. */
const registrationNamed = (db: Database, { registrationId }: Browser, name: string) =>
  pendingRegistrations(db)
    .where((eb) => eb.or([eb('email', '=', name), eb(sql`lower(username)`, '=', name)]))
    .orderBy(sql`id is not distinct from ${registrationId}::uuid`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type NamedAccount = NonNullable<Awaited<ReturnType<typeof accountNamed>>>

async function enter(store: Store, account: NamedAccount, { userAgent, rememberedToken }: Browser) {
  if (account.suspended_at) throw forbidden('This account is suspended.', 'suspended')
  const session = await store.db.transaction().execute(async (tx) => {
    if (!(await isStillPassword(tx, account))) throw invalidCredentials()
    if (!(await hasSecondFactor(tx, account.id))) return openSession(tx, account.id, userAgent, 'logged_in')
    if (await isRemembered(tx, account, rememberedToken))
      return openSession(tx, account.id, userAgent, 'logged_in_remembered')
    return { pendingToken: await beginPendingLogin(tx, account.id) }
  })
  if ('pendingToken' in session) {
    logEvent(store.log, 'login_refused', { accountId: account.id, reason: 'second_factor_needed' })
    return session
  }
  logEvent(store.log, 'logged_in', { accountId: account.id, sessionId: session.sessionId })
  return { account, ...session }
}

/**
 * Where a try is counted: 10 in 15 minutes by name and network, and 100 an hour by name; a browser that logged in to the
 * account before has its own 10 instead. By the typed name, because a lock shared by an address and a username
 * would reveal whose address it is (security G2).
 */
function countOf(rateLimits: RateLimits, name: string, accountId: string | undefined, browser: Browser) {
  const mark = accountId === undefined ? null : browser.markOf(accountId)
  if (mark !== null)
    return {
      take: () => rateLimits.consume('login-failures-known', mark),
      clear: () => rateLimits.reset('login-failures-known', mark),
    }
  const here = `${name} ${browser.network}`
  return {
    take: async () => {
      await rateLimits.consume('login-failures', here)
      await rateLimits.consume('login-failures-anywhere', name)
    },
    /** Clears only the count of this network. */
    clear: async () => {
      await rateLimits.reset('login-failures', here)
      await rateLimits.giveBack('login-failures-anywhere', name)
    },
  }
}

/** Whether no new password and no suspension came while the old one was compared. Either waits until the session is open, and then ends it. */
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
