import type { Assertion, SignInOptions } from '@nofiller/contract/accounts/passkeys'
import type { Tx } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { stopRemoval } from '../second-factor/stop-removal.ts'
import { lockActiveAccount, openSession } from '../sessions/session.ts'
import { LOG_IN, newChallenge, type Occasion } from './challenge.ts'
import { relyingParty, TIMEOUT_MS } from './relying-party.ts'
import { type Proof, recordUse, verifyAssertion } from './verify-assertion.ts'

/** The options for a browser to ask its user for a passkey. The same for everyone: they name no account. */
export async function assertionOptions(store: Store, occasion: Occasion): Promise<SignInOptions> {
  return {
    challenge: await newChallenge(store.db, occasion),
    rpId: relyingParty(store.config).id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  }
}

/**
 * Opens a session for a passkey. It needs no second factor, because the device asked its user for a fingerprint, face or PIN.
 * @throws HttpError 400, 401 as `verifyAssertion` · 403 suspended
 */
export async function loginWithPasskey(store: Store, assertion: Assertion, userAgent: string) {
  try {
    const proof = await verifyAssertion(store, LOG_IN, assertion)
    const opened = await store.db.transaction().execute(async (tx) => {
      const account = await lockActiveAccount(tx, proof.accountId)
      await recordUse(tx, proof)
      await keepPasskeys(store, tx, proof, userAgent)
      return { account, ...(await openSession(tx, account.id, userAgent, 'logged_in_with_passkey')) }
    })
    logEvent(store.log, 'logged_in', { accountId: opened.account.id, sessionId: opened.sessionId })
    return opened
  } catch (error) {
    if (error instanceof HttpError) logEvent(store.log, 'login_refused', { reason: error.code })
    throw error
  }
}

/** An older passkey proves that it is not lost, so a removal requested by an email link stops. */
async function keepPasskeys(
  store: Store,
  tx: Tx,
  { passkeyId, accountId }: Proof,
  userAgent: string,
): Promise<void> {
  const reported = await tx
    .selectFrom('second_factor_removals as removal')
    .innerJoin('passkeys', 'passkeys.account_id', 'removal.account_id')
    .select('passkeys.created_at')
    .where('passkeys.id', '=', passkeyId)
    .where('removal.kind', '=', 'lost_by_link')
    .executeTakeFirst()
  if (reported) await stopRemoval(store, tx, accountId, { userAgent }, reported.created_at)
}
