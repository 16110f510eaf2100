import { randomInt } from 'node:crypto'
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
} from '@nofiller/contract/accounts/second-factor-rules'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { HashKeys } from '../../platform/hash-keys.ts'
import { hmac } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'

const newCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
    '',
  )

/** Creates new recovery codes and voids all others. They are stored as hashes, so this is the only time that they are readable. */
export async function replaceRecoveryCodes(
  { hashKeys, clock }: Pick<Store, 'hashKeys' | 'clock'>,
  tx: Tx,
  { id: accountId, sessionId }: Pick<Account, 'id' | 'sessionId'>,
): Promise<string[]> {
  const [key] = hashKeys['recovery-code']
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const made = { account_id: accountId, session_id: sessionId, created_at: clock() }
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...made, code_hash: hmac(key, code) })))
    .execute()
  return codes
}

/** Uses up a recovery code. Returns how many remain, or null for a wrong or used one. */
export async function spendRecoveryCode(
  tx: Tx,
  { 'recovery-code': keys }: HashKeys,
  accountId: string,
  code: string,
): Promise<number | null> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where(
      'code_hash',
      'in',
      keys.map((key) => hmac(key, code)),
    )
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  if (!spent) return null
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
