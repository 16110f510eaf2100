import { TEXT } from '@nofiller/contract/accounts/account-rules'
import type { Received } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { giveConsent } from '../../news/consent.ts'
import { type Tx, violates } from '../../platform/database/database.ts'
import { forbidden, unprocessable } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { isReserved } from '../email/ask-for-change.ts'
import { isPassword } from '../passwords/passwords.ts'
import { openSession } from '../sessions/session.ts'
import { countWrongTry, goodCodes, typedCode } from './email-code.ts'
import { refuseUsername, requireOwnUsername, usernameTaken } from './names.ts'
import { type Browser, ownRegistration, pendingRegistrations } from './pending-registrations.ts'

type Given = Received<'POST /api/verify-email', 'body'>

/**
 * Creates the account of a registration, by its code, and opens a session. A browser that did not start the registration
 * also needs its password: a stranger who typed the address first must not choose the password of the account that the
 * owner's code creates.
 * @throws HttpError 403 `password_needed`, the same for every address · 409 `username_taken`, which uses up no code ·
 * 422 with one text for every invalid code (security A4)
 */
export async function verifyEmail(store: Store, given: Given, browser: Browser) {
  const own = await ownRegistration(store.db, browser, given.email)
  if (!own && given.password === undefined) throw passwordNeeded()
  const registration = own ?? (await provenRegistration(store, given))
  const wrong = unprocessable({ code: own ? TEXT.codeWrong : TEXT.codeOrPasswordWrong })
  if (!registration) throw wrong

  if (given.username !== undefined) await refuseUsername(store, given.username)
  const opened = await store.db
    .transaction()
    .execute(async (tx) => {
      // All of the address, in one sequence: the first caller also voids the codes of the others.
      const ofAddress = await pendingRegistrations(tx)
        .where('email', '=', registration.email)
        .orderBy('id')
        .forUpdate()
        .execute()
      const locked = ofAddress.find(({ id }) => id === registration.id)
      if (!locked) return null
      const good = await goodCodes(tx, [locked.id])
      if (typedCode(store, good, given.code) && !(await isReserved(tx, locked.email))) {
        const account = await makeAccount(tx, locked, given.username ?? locked.username)
        return { account, ...(await openSession(tx, account.id, browser.userAgent, 'signed_up')) }
      }
      await countWrongTry(tx, locked.id, good)
      return null
    })
    .catch((error) => {
      if (violates(error, 'accounts_username_key')) throw usernameTaken()
      throw violates(error, 'accounts_email_key') ? wrong : error // another browser's code won
    })
  if (!opened) throw wrong
  logEvent(store.log, 'logged_in', { accountId: opened.account.id, sessionId: opened.sessionId })
  return opened
}

/**
 * Among several registrations of an address the one of the typed code, else the newest; undefined unless the password
 * matches. Compares exactly one hash.
 */
async function provenRegistration(store: Store, { email, code, password = '' }: Given) {
  const pending = await pendingRegistrations(store.db)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .execute()
  const good =
    pending.length === 0
      ? []
      : await goodCodes(
          store.db,
          pending.map(({ id }) => id),
        )
  const typed = typedCode(store, good, code)
  const candidate = pending.find(({ id }) => id === typed?.registration_id) ?? pending[0]
  return (await isPassword(password, candidate?.password_hash ?? null)) ? candidate : undefined
}

type Registration = NonNullable<Awaited<ReturnType<typeof ownRegistration>>>

/** Creates a player's account. Other registrations of the address stay, without codes, so their responses do not change. */
async function makeAccount(tx: Tx, registration: Registration, username: string) {
  const { id, email, password_hash, notify_purchases, notify_updates, news_text, created_at } = registration
  await tx.deleteFrom('registrations').where('id', '=', id).execute()
  await tx
    .deleteFrom('registration_codes')
    .where('registration_id', 'in', (of) =>
      of.selectFrom('registrations').select('id').where('email', '=', email),
    )
    .execute()
  await tx.deleteFrom('accounts').where('email', '=', email).where('verified_at', 'is', null).execute() // from the previous release
  const account = await tx
    .insertInto('accounts')
    .values({
      id: uuid(),
      username,
      email,
      password_hash,
      notify_purchases,
      verified_at: sql<Date>`now()`,
    })
    .returning(['id', 'username', 'email', 'role'])
    .executeTakeFirstOrThrow()
  if (notify_updates)
    await giveConsent(tx, {
      accountId: account.id,
      through: '/signup',
      givenAt: created_at,
      textVersion: news_text,
    })
  await requireOwnUsername(tx, account.id, username)
  return account
}

const passwordNeeded = () => forbidden(TEXT.passwordNeeded, 'password_needed')
