import type { Assertion } from '@nofiller/contract/accounts/passkeys'
import { SECOND_FACTOR_TEXT } from '@nofiller/contract/accounts/second-factor-rules'
import { PROOF_MISSING } from '@nofiller/contract/accounts/take-back-rules'
import type { ResponseBody } from '@nofiller/contract/calls'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { LOG_IN } from '../passkeys/challenge.ts'
import { type Proof, recordUse, verifyAssertion } from '../passkeys/verify-assertion.ts'
import { countTry, madeAt, spendCode } from '../second-factor/check-code.ts'
import { recordWrongCode } from '../security-events/note-event.ts'

export type Ways = Pick<ResponseBody<'POST /api/take-back/look'>, 'older' | 'given'>

/** The proofs that a link's holder could give. A stranger cannot have added a key older than `since`. */
export async function waysToProve(db: Queryable, accountId: string, since: Date): Promise<Ways> {
  const step = await db
    .selectFrom('authenticators')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('suspended_at', 'is', null)
    .execute()
  return {
    older: {
      code: step !== undefined && step.created_at < since,
      passkey: passkeys.some(({ created_at }) => created_at < since),
    },
    given: {
      code: step !== undefined && step.created_at >= since,
      passkey: passkeys.some(({ created_at }) => created_at >= since),
    },
  }
}

export const isAny = ({ code, passkey }: Ways['older']): boolean => code || passkey

/** A code or a passkey, checked before the transaction that depends on it starts. */
export type Given = { code: string | undefined; passkey: Proof | null }

/** @throws HttpError 400, 401 as `verifyAssertion` · 429 */
export async function lookAt(
  store: Store,
  accountId: string,
  { code, passkey }: { code?: string | undefined; passkey?: Assertion | undefined },
): Promise<Given> {
  if (code !== undefined) await countTry(store, accountId, code)
  return { code, passkey: passkey ? await verifyAssertion(store, LOG_IN, passkey) : null }
}

type Owner = { id: string; email: string; userAgent: string }

/**
 * Whether the link's holder proved a key of the account, or gave a `wrong` one. If the account has older keys, only those
 * count.
 * @throws HttpError 422 when an older one exists and none was given
 */
export async function isProven(
  store: Store,
  tx: Tx,
  owner: Owner,
  { given, ways, since }: { given: Given; ways: Ways; since: Date },
): Promise<boolean | 'wrong'> {
  const isNeeded = isAny(ways.older)
  const before = isNeeded ? since : store.clock()
  if (given.passkey && (await isOwnPasskey(tx, owner.id, given.passkey, before))) {
    await recordUse(tx, given.passkey)
    return true
  }
  if (given.code !== undefined) {
    const made = await madeAt(tx, owner.id, given.code)
    if (made && made <= before && (await spendCode(store, tx, owner, given.code))) return true
  }
  if (given.code !== undefined || given.passkey) return 'wrong'
  if (isNeeded) throw unprocessable({ code: PROOF_MISSING })
  return false
}

async function isOwnPasskey(tx: Tx, accountId: string, proof: Proof, before: Date): Promise<boolean> {
  const own = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', proof.passkeyId)
    .where('account_id', '=', accountId)
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return own !== undefined
}

/** Records a wrong proof. @throws HttpError 422 */
export async function refuseWrong({ db }: Store, { id, userAgent }: Owner): Promise<never> {
  await recordWrongCode(db, id, { userAgent })
  throw unprocessable({ code: SECOND_FACTOR_TEXT.wrong })
}
