import type { Received } from '@nofiller/contract/calls'
import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Store } from '../../store.ts'
import { refuseCommonPassword } from '../passwords/guessable-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { browserName } from '../sessions/browser-name.ts'
import { countCode, REGISTRATION_TRIES_MAX, sendCode } from './email-code.ts'
import { refuseUsername } from './names.ts'
import { type Browser, ownRegistration, pendingRegistrations } from './pending-registrations.ts'

/**
 * Stores a registration apart from the accounts, the same way for every address, and emails a code to it. A browser that
 * started one for this address replaces it at once; only the next email waits.
 * @returns the registration, to bind the browser to, and the seconds until another code can be requested
 * @throws HttpError 409 `username_taken`, 422 for a common password or a name that impersonates the store, 429 when the address had too many emails
 */
export async function register(
  store: Store,
  input: Received<'POST /api/register-start', 'body'>,
  browser: Browser,
): Promise<{ registrationId: string; resendSeconds: number }> {
  refuseCommonPassword('password', input.password, input)
  const values = {
    username: input.username,
    password_hash: await hashPassword(input.password),
    notify_purchases: input.notifyPurchases,
    notify_updates: input.notifyUpdates,
    news_text: NEWS_TEXTS.version,
    browser: browserName(browser.userAgent),
  }
  await refuseUsername(store, input.username)
  const own = await ownRegistration(store.db, browser, input.email)
  const registrationId = own && own.wrong_tries < REGISTRATION_TRIES_MAX ? own.id : uuid()
  const pauseSeconds = await store.rateLimits.secondsLeft('code-pause', registrationId)
  const resendSeconds =
    pauseSeconds || (await countCode(store.rateLimits, registrationId, input.email, browser.network))
  await store.db
    .insertInto('registrations')
    .values({ id: registrationId, email: input.email, ...values })
    .onConflict((own) => own.column('id').doUpdateSet({ ...values, created_at: sql`now()` }))
    .execute()
  if (pauseSeconds === 0) await sendCode(store, { registrationId })
  return { registrationId, resendSeconds }
}

/** What the page that asks for the code shows when it is opened anew. */
export async function registrationOf({ db, rateLimits }: Store, { registrationId }: Browser) {
  if (registrationId === null) return null
  const own = await pendingRegistrations(db).where('id', '=', registrationId).executeTakeFirst()
  if (!own) return null
  const resendSeconds = await rateLimits.secondsLeft('code-pause', own.id)
  return { email: own.email, username: own.username, resendSeconds }
}

/** Deletes registrations that were not verified in time, and unverified accounts of the previous release. */
export async function purgeUnverified({ db }: Store): Promise<void> {
  const isOld = sql<boolean>`created_at < now() - ${RETENTION.unverifiedAccounts.after}::interval`
  await db.deleteFrom('registrations').where(isOld).execute()
  await db.deleteFrom('accounts').where('verified_at', 'is', null).where(isOld).execute()
}
