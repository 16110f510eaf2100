import { randomInt } from 'node:crypto'
import { CODE_SECONDS, TEXT } from '@nofiller/contract/account-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { unprocessable } from '../platform/http/errors.ts'
import type { Limits } from '../platform/http/limits.ts'
import { hmac, keyFor, sameBytes } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { askForMail } from './ask-for-mail.ts'
import { codeMail } from './mails.ts'

const TRIES_MAX = 5

/** Makes a new 6-digit code, which voids the ones before, and queues its mail. */
export async function mailCode(store: Store, tx: Tx, accountId: string, email: string): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await tx
    .insertInto('email_codes')
    .values({
      id: uuid(),
      account_id: accountId,
      code_hash: codeHash(store, accountId, code),
      expires_at: sql`now() + make_interval(secs => ${CODE_SECONDS})`,
    })
    .execute()
  await store.mail.queue(tx, codeMail(store.config, email, code))
}

/** One code in 120 s and ten a day for an address, whether it is known or not. @throws HttpError 429 with the seconds left */
export async function pauseCodes(limits: Limits, email: string): Promise<void> {
  await limits.consume('code-pause', email)
  await limits.consume('codes', email)
}

/** Asks for a new code, for any address alike. */
export async function resendCode(store: Store, email: string): Promise<void> {
  await pauseCodes(store.limits, email)
  await askForMail(store, 'mail-code', email)
}

/** Mails a new code if the address is an unverified account's. */
export async function mailCodeAgain(store: Store, email: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .where('verified_at', 'is', null)
      .executeTakeFirst()
    if (account) await mailCode(store, tx, account.id, email)
  })
}

/** @throws HttpError 422 with one text for a wrong, used, old or foreign code, and after five wrong tries (security A4) */
export async function verifyEmail(store: Store, email: string, code: string): Promise<void> {
  const verified = await store.db.transaction().execute(async (tx) => {
    const newest = await tx
      .selectFrom('email_codes')
      .innerJoin('accounts', 'accounts.id', 'email_codes.account_id')
      .select([
        'email_codes.id',
        'account_id',
        'code_hash',
        'tries',
        'used_at',
        sql<boolean>`expires_at > now()`.as('fresh'),
      ])
      .where('accounts.email', '=', email)
      .where('accounts.verified_at', 'is', null)
      .orderBy('email_codes.created_at', 'desc')
      .limit(1)
      .forUpdate('email_codes')
      .executeTakeFirst()
    if (!newest || newest.used_at || !newest.fresh || newest.tries >= TRIES_MAX) return false
    if (!sameBytes(newest.code_hash, codeHash(store, newest.account_id, code))) {
      await tx
        .updateTable('email_codes')
        .set({ tries: newest.tries + 1 })
        .where('id', '=', newest.id)
        .execute()
      return false
    }
    await tx
      .updateTable('email_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('id', '=', newest.id)
      .execute()
    await tx
      .updateTable('accounts')
      .set({ verified_at: sql<Date>`now()` })
      .where('id', '=', newest.account_id)
      .execute()
    return true
  })
  if (!verified) throw unprocessable({ code: TEXT.codeWrong })
}

/** Keyed, because a plain hash of a million codes is no secret. */
const codeHash = ({ config }: Store, accountId: string, code: string): Buffer =>
  hmac(keyFor(config.secretKeys[0] ?? '', 'email-code'), `${accountId}:${code}`)
