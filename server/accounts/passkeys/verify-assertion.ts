import type { Assertion } from '@nofiller/contract/accounts/passkeys'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import { type HttpError, unauthorized } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { copiedPasskeyMail } from '../emails.ts'
import { type Occasion, spendChallenge } from './challenge.ts'
import { type CounterVerdict, counterVerdict } from './counter.ts'
import { relyingParty } from './relying-party.ts'

/** A passkey that answered a challenge. Its owner is the result, whatever else the browser sent. */
export type Proof = { passkeyId: string; accountId: string; counter: number; verdict: CounterVerdict }

/**
 * Checks a passkey's response to a challenge. The challenge is used up, even when the check fails.
 * @throws HttpError 400 `challenge_expired` · 401 `unknown_passkey`, `wrong_passkey`, `copied_passkey`
 */
export async function verifyAssertion(
  store: Store,
  occasion: Occasion,
  assertion: Assertion,
): Promise<Proof> {
  const challenge = await spendChallenge(store.db, occasion, assertion.response.clientDataJSON)
  const passkey = await passkeyOf(store.db, assertion.id)
  if (!passkey) throw refused('unknown_passkey')
  if (passkey.suspended_at) throw refused('wrong_passkey')
  const { userHandle } = assertion.response
  // The library does not compare it. Some authenticators omit it.
  if (userHandle && userHandle !== passkey.webauthn_user_id?.toString('base64url'))
    throw refused('wrong_passkey')
  const counter = await checkSignature(store, passkey, assertion, challenge)
  const verdict = counterVerdict({
    deviceType: passkey.device_type,
    stored: passkey.counter,
    received: counter,
  })
  if (verdict !== 'grows')
    logEvent(store.log, 'passkey_counter_fell', { accountId: passkey.account_id, passkeyId: passkey.id })
  if (verdict === 'refused') {
    const mail = copiedPasskeyMail(store.config, passkey.email, passkey.name)
    await store.db.transaction().execute((tx) => store.mail.queue(tx, mail))
    throw copied()
  }
  return { passkeyId: passkey.id, accountId: passkey.account_id, counter, verdict }
}

/**
 * Records that a passkey was used, in the transaction that depends on it. It refuses a passkey that was used with the same
 * counter, removed or suspended meanwhile.
 * @throws HttpError 401
 */
export async function recordUse(tx: Tx, { passkeyId, counter, verdict }: Proof): Promise<void> {
  const noted = await tx
    .updateTable('passkeys')
    .set({ counter: sql`greatest(counter, ${counter})`, last_used_at: sql<Date>`now()` })
    .where('id', '=', passkeyId)
    .where('suspended_at', 'is', null)
    .$if(verdict === 'grows', (passkeys) =>
      passkeys.where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`),
    )
    .returning('id')
    .executeTakeFirst()
  if (!noted) throw refused('wrong_passkey')
}

const passkeyOf = (db: Database, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .selectAll('passkeys')
    .select(['accounts.webauthn_user_id', 'accounts.email'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

type KnownPasskey = NonNullable<Awaited<ReturnType<typeof passkeyOf>>>

/**
 * The counter that the passkey signed. The library throws for some invalid responses and returns `verified: false` for others.
 * It is given counter 0, so it leaves the counter to `counterVerdict`.
 */
async function checkSignature(
  { config }: Store,
  { credential_id, public_key }: KnownPasskey,
  response: Assertion,
  expectedChallenge: string,
): Promise<number> {
  const { id, origin } = relyingParty(config)
  const checked = await verifyAuthenticationResponse({
    response: { ...response, response: withoutUndefined(response.response) },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
  }).catch(() => null)
  if (!checked?.verified) throw refused('wrong_passkey')
  return checked.authenticationInfo.newCounter
}

/** The library's types do not allow a field that is present but undefined. */
const withoutUndefined = ({ userHandle, ...response }: Assertion['response']) => ({
  ...response,
  ...(userHandle !== undefined && { userHandle }),
})

/** One text for every error. The code for an unknown passkey lets a browser tell its password manager to delete it. */
const refused = (code: 'unknown_passkey' | 'wrong_passkey'): HttpError =>
  unauthorized('This passkey does not work here. Use your password instead.', code)

const copied = (): HttpError =>
  unauthorized(
    'This passkey cannot be used, because it may have been copied. Use your password instead.',
    'copied_passkey',
  )
