import { randomBytes } from 'node:crypto'
import { PASSKEYS_MAX } from '@nofiller/contract/accounts/passkey-rules'
import type { Passkey, Registration, RegistrationOptions } from '@nofiller/contract/accounts/passkeys'
import type { Received } from '@nofiller/contract/calls'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import { type Queryable, type Tx, violates } from '../../platform/database/database.ts'
import { badRequest, conflict } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { passkeyAddedMail } from '../emails.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { browserName } from '../sessions/browser-name.ts'
import { newChallenge, type Occasion, spendChallenge } from './challenge.ts'
import { passkeyShown } from './passkeys.ts'
import { ALGORITHMS, relyingParty, TIMEOUT_MS } from './relying-party.ts'

const occasionOf = ({ sessionId }: Account): Occasion => ({ purpose: 'register', sessionId })

/**
 * The options for a browser to create a new passkey: it names its account, asks its owner for a fingerprint, face or PIN, and
 * is made on an authenticator without a passkey of this account.
 * @throws HttpError 409 `too_many_passkeys`
 */
export async function registrationOptions(store: Store, account: Account): Promise<RegistrationOptions> {
  const known = await store.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', account.id)
    .execute()
  if (known.length >= PASSKEYS_MAX) throw tooMany()
  const { id, name } = relyingParty(store.config)
  const userId = await userIdOf(store.db, account.id)
  return {
    challenge: await newChallenge(store.db, occasionOf(account)),
    rp: { id, name },
    user: { id: userId.toString('base64url'), name: account.username, displayName: account.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key',
      transports,
    })),
  }
}

/** The account's id in all its passkeys; made once. */
async function userIdOf(db: Queryable, accountId: string): Promise<Buffer> {
  const { webauthn_user_id } = await db
    .updateTable('accounts')
    .set({ webauthn_user_id: sql<Buffer>`coalesce(webauthn_user_id, ${randomBytes(32)})` })
    .where('id', '=', accountId)
    .returning(sql<Buffer>`webauthn_user_id`.as('webauthn_user_id'))
    .executeTakeFirstOrThrow()
  return webauthn_user_id
}

/**
 * Adds the passkey that a browser created, and notifies its owner by email.
 * @throws HttpError 400 `challenge_expired`, `passkey_refused` · 409 `known_passkey`, `too_many_passkeys`
 */
export async function registerPasskey(
  store: Store,
  account: Account,
  { name, registration }: Received<'POST /api/passkeys', 'body'>,
  userAgent: string,
): Promise<Passkey> {
  const challenge = await spendChallenge(store.db, occasionOf(account), registration.response.clientDataJSON)
  const { credential, credentialDeviceType } = await checkRegistration(store, registration, challenge)
  const passkey = {
    id: uuid(),
    account_id: account.id,
    session_id: account.sessionId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: registration.response.transports,
    device_type: credentialDeviceType,
    name: name || browserName(userAgent) || 'Passkey',
  }
  const added = await store.db.transaction().execute(async (tx) => {
    await leaveRoom(tx, account.id)
    const row = await tx
      .insertInto('passkeys')
      .values(passkey)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        if (violates(error, 'passkeys_credential_id_key'))
          throw conflict('known_passkey', 'This passkey was added before.')
        throw error
      })
    await recordEvent(tx, { accountId: account.id, kind: 'passkey_added', about: row.name }, account)
    await store.mail.queue(tx, passkeyAddedMail(store.config, account.email, row.name))
    return row
  })
  logEvent(store.log, 'passkey_added', { accountId: account.id, passkeyId: passkey.id })
  return passkeyShown(added)
}

/** 400 and not 401, because a 401 would make the browser log out. */
async function checkRegistration({ config }: Store, response: Registration, expectedChallenge: string) {
  const { id, origin } = relyingParty(config)
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!checked?.verified)
    throw badRequest('passkey_refused', 'This passkey could not be added. Please try again.')
  return checked.registrationInfo
}

/** Locks the account, so concurrent additions are counted one after the other. */
async function leaveRoom(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= PASSKEYS_MAX) throw tooMany()
}

const tooMany = () =>
  conflict('too_many_passkeys', `You have ${PASSKEYS_MAX} passkeys. Remove one to add another.`)
