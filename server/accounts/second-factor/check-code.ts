import { isAppCode } from '@nofiller/contract/accounts/second-factor-rules'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { recoveryCodeUsedMail } from '../emails.ts'
import { type Doer, recordEvent } from '../security-events/note-event.ts'
import { stepOf } from './authenticator.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { openSecret } from './sealed-secret.ts'
import { stopRemoval } from './stop-removal.ts'

type Owner = { id: string; email: string } & NonNullable<Doer>

/**
 * Counts a try before it is checked, so concurrent tries count like sequential ones: per account, from all networks,
 * separately for each kind of code. A correct password does not reset the count.
 * @throws HttpError 429
 */
export const countTry = ({ rateLimits }: Store, accountId: string, code: string): Promise<void> =>
  rateLimits.consume(doorOf(code), accountId)

/** Takes a try back that was right. */
export const forgetTry = ({ rateLimits }: Store, accountId: string, code: string): Promise<void> =>
  rateLimits.giveBack(doorOf(code), accountId)

const doorOf = (code: string) => (isAppCode(code) ? 'second-factor' : 'recovery-code')

/**
 * Whether a code is correct, an app's or a recovery code. It is used up: each counts once, even concurrently. A correct code
 * proves that the factor is not lost.
 */
export async function spendCode(store: Store, tx: Tx, owner: Owner, code: string): Promise<boolean> {
  const isRight = isAppCode(code)
    ? await spendAppCode(store, tx, owner.id, code)
    : await spendOwnRecoveryCode(store, tx, owner, code)
  if (isRight) await stopRemoval(store, tx, owner.id, owner, await madeAt(tx, owner.id, code))
  return isRight
}

/** For an app's code the time when the app was connected, for a recovery code when it was made; null when there is no such key. */
export async function madeAt(tx: Tx, accountId: string, code: string): Promise<Date | null> {
  const key = await tx
    .selectFrom(isAppCode(code) ? 'authenticators' : 'recovery_codes')
    .select('created_at')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return key?.created_at ?? null
}

async function spendAppCode(
  { config, clock }: Store,
  tx: Tx,
  accountId: string,
  code: string,
): Promise<boolean> {
  const own = await tx
    .selectFrom('authenticators')
    .select('secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!own) return false
  const step = stepOf(await openSecret(config.secretKeys, accountId, own.secret), code, clock())
  if (step === null) return false
  const used = await tx
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', own.secret)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

async function spendOwnRecoveryCode(store: Store, tx: Tx, owner: Owner, code: string): Promise<boolean> {
  const left = await spendRecoveryCode(tx, store.hashKeys, owner.id, code)
  if (left === null) return false
  await recordEvent(tx, { accountId: owner.id, kind: 'recovery_code_used' }, owner)
  await store.mail.queue(tx, recoveryCodeUsedMail(store.config, owner.email, left))
  return true
}
