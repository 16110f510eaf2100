import { randomInt, randomUUID } from 'node:crypto'
import { CODE_MINUTES, RESEND_SECONDS } from '@nofiller/contract/accounts/account-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable, Tx } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/http/errors/errors.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { hmac, sameBytes } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { isReserved } from '../email/ask-for-change.ts'
import { alreadyRegisteredMail, codeMail } from '../emails.ts'
import { type Browser, ownRegistration, pendingRegistrations } from './pending-registrations.ts'

const CODE_TRIES_MAX = 5
export const REGISTRATION_TRIES_MAX = 20
/** A code expires this long after its creation, even if its email was sent late. */
const TAKEN_AT_MOST_MINUTES = 60
const GOOD_CODES = 2

/**
 * Counts an email before it is requested: one in 120 s and ten a day per requester, ten a day for an address from
 * one network, fifty in all. Nothing here depends on whether the address is known.
 * @param asker a registration, or an id for a browser without one
 * @returns the seconds until the next one
 * @throws HttpError 429 with the seconds left
 */
export async function countCode(
  rateLimits: RateLimits,
  asker: string,
  email: string,
  network: string,
): Promise<number> {
  await rateLimits.consume('code-pause', asker)
  await rateLimits.consume('codes', asker)
  await rateLimits.consume('codes-network', `${email} ${network}`)
  await rateLimits.consume('codes-address', email)
  return RESEND_SECONDS
}

/** Requests a new code, with the same response for every address. @returns the seconds until the next one */
export async function resendCode(store: Store, email: string, browser: Browser): Promise<number> {
  const own = await ownRegistration(store.db, browser, email)
  const seconds = await countCode(
    store.rateLimits,
    own?.id ?? `${email} ${browser.network}`,
    email,
    browser.network,
  )
  await sendCode(store, own ? { registrationId: own.id } : { email })
  return seconds
}

/** For a registration, or for the newest one of an address. */
export type CodeRecipient = { registrationId: string } | { email: string }

/** A job looks the address up, so the response takes equally long for known and unknown ones (security A3). */
export const sendCode = ({ jobs, db }: Store, asked: CodeRecipient): Promise<void> =>
  jobs.send(db, 'mail-code', asked, { singletonKey: randomUUID(), retryLimit: 5, retryDelay: 5 })

/** Emails a code for a registration; if the address belongs to an account, an email that says so. */
export async function mailCode(store: Store, asked: CodeRecipient): Promise<void> {
  if ('email' in asked && !(await mayHaveAnother(store, asked.email))) return
  await store.db.transaction().execute(async (tx) => {
    const registration = await registrationAsked(tx, asked).forUpdate().executeTakeFirst()
    if (!registration) return
    const { id, email, username, browser } = registration
    if ((await isAccount(tx, email)) || (await isReserved(tx, email)))
      return store.mail.queue(tx, alreadyRegisteredMail(store.config, email))
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const codeId = uuid()
    await tx
      .insertInto('registration_codes')
      .values({ id: codeId, registration_id: id, code_hash: codeHash(store, id, code) })
      .execute()
    const asking = { username, browser, at: store.clock() }
    await store.mail.queue(tx, { ...codeMail(store.config, email, code, asking), codeId })
  })
}

/** Whether the newest registration may get an email that another browser requested; the response does not show it. */
async function mayHaveAnother({ db, rateLimits }: Store, email: string): Promise<boolean> {
  const newest = await registrationAsked(db, { email }).executeTakeFirst()
  if (!newest) return false
  try {
    await rateLimits.consume('code-pause', newest.id)
    await rateLimits.consume('codes', newest.id)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false
    throw error
  }
}

const registrationAsked = (db: Queryable, asked: CodeRecipient) =>
  'email' in asked
    ? pendingRegistrations(db).where('email', '=', asked.email).orderBy('created_at', 'desc').limit(1)
    : pendingRegistrations(db).where('id', '=', asked.registrationId)

const isAccount = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Starts a code's validity when the mail server accepts its email. */
export async function recordHandedOver(db: Database, { codeId }: Mail): Promise<void> {
  if (codeId === undefined) return
  await db
    .updateTable('registration_codes')
    .set({ handed_over_at: sql<Date>`now()` })
    .where('id', '=', codeId)
    .execute()
}

type GoodCode = Awaited<ReturnType<typeof goodCodes>>[number]

/** The two newest codes of each registration that are neither expired nor voided by wrong tries (requirements 3.4). */
export const goodCodes = (db: Queryable, registrationIds: readonly string[]) =>
  db
    .selectFrom('registrations')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('registration_codes')
          .selectAll()
          .whereRef('registration_id', '=', 'registrations.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(GOOD_CODES)
          .as('code'),
      (join) => join.onTrue(),
    )
    .select(['code.id', 'code.registration_id', 'code.code_hash'])
    .where('registrations.id', 'in', registrationIds)
    .where('registrations.wrong_tries', '<', REGISTRATION_TRIES_MAX)
    .where('code.tries', '<', CODE_TRIES_MAX)
    .where(isInTime)
    .execute()

const isInTime = sql<boolean>`code.created_at > now() - make_interval(mins => ${TAKEN_AT_MOST_MINUTES})
  and (code.handed_over_at is null or code.handed_over_at > now() - make_interval(mins => ${CODE_MINUTES}))`

/** The valid code that was entered, if any. */
export const typedCode = (store: Store, good: readonly GoodCode[], typed: string): GoodCode | undefined =>
  good.find((code) => sameBytes(code.code_hash, codeHash(store, code.registration_id, typed)))

/** A wrong try counts against the registration and each of its valid codes. */
export async function countWrongTry(
  tx: Tx,
  registrationId: string,
  good: readonly GoodCode[],
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ wrong_tries: sql`wrong_tries + 1` })
    .where('id', '=', registrationId)
    .execute()
  for (const { id } of good)
    await tx.updateTable('registration_codes').set({ tries: sql`tries + 1` }).where('id', '=', id).execute()
}

/** An HMAC, because all million codes can be hashed quickly; it includes the registration, so a code is valid for no other. */
const codeHash = ({ hashKeys }: Store, registrationId: string, code: string): Buffer =>
  hmac(hashKeys['email-code'][0], `${registrationId}:${code}`)
