import type { Assertion, SignInOptions } from '@nofiller/contract/accounts/passkeys'
import type { Received, ResponseBody } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { unauthorized } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import type { Occasion } from '../passkeys/challenge.ts'
import { assertionOptions } from '../passkeys/login-with-passkey.ts'
import { recordUse, verifyAssertion } from '../passkeys/verify-assertion.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { hasSecondFactor } from '../second-factor/pending-login.ts'
import { withCode } from '../second-factor/second-factor.ts'

/** The proofs that an account can give. */
export async function waysToProve(
  db: Database,
  { id }: Account,
): Promise<ResponseBody<'GET /api/reauthentication'>> {
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('account_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return { needsCode: await hasSecondFactor(db, id), hasPasskey: passkey !== undefined }
}

/**
 * Makes a session fresh by the password, and a code if the account has a second factor.
 * @throws HttpError 422 for a wrong or missing one, 429
 */
export async function proveByPassword(
  store: Store,
  account: Account,
  { password, code }: Received<'POST /api/reauthentication', 'body'>,
): Promise<void> {
  await requirePassword(store.db, account.id, password)
  await withCode(store, account, code, (tx) => refresh(tx, account))
}

const inSession = ({ sessionId }: Account): Occasion => ({ purpose: 'step-up', sessionId })

export const passkeyOptions = (store: Store, account: Account): Promise<SignInOptions> =>
  assertionOptions(store, inSession(account))

/** Makes a session fresh by a passkey of its own account. @throws HttpError 400, 401 as `verifyAssertion` */
export async function proveByPasskey(store: Store, account: Account, assertion: Assertion): Promise<void> {
  const proof = await verifyAssertion(store, inSession(account), assertion)
  if (proof.accountId !== account.id)
    throw unauthorized('This passkey belongs to another account.', 'wrong_passkey')
  await store.db.transaction().execute(async (tx) => {
    await recordUse(tx, proof)
    await refresh(tx, account)
  })
}

const refresh = (tx: Tx, { sessionId }: Account) =>
  tx.updateTable('sessions').set({ verified_at: sql<Date>`now()` }).where('id', '=', sessionId).execute()
