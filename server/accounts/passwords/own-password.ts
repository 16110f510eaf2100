import type { Database, Tx } from '../../platform/database/database.ts'
import { hashPassword, matchOf } from './passwords.ts'

type Hashed = { id: string; password_hash: string }

/**
 * The hash of an account whose password was typed correctly; null for a wrong password or no account, with equal work. A hash
 * of a password before NFC normalization is replaced by one of its NFC form.
 */
export async function provenHash(
  db: Database,
  account: Hashed | undefined,
  typed: string,
): Promise<string | null> {
  const match = await matchOf(typed, account?.password_hash ?? null)
  if (!account || !match) return null
  if (match === 'normalized') return account.password_hash
  const hash = await hashPassword(typed)
  const isReplaced = await db.transaction().execute((tx) => replaceHash(tx, account, hash))
  return isReplaced ? hash : account.password_hash
}

/** The password stays the same, so delays after a change of credentials, such as a payout address's, do not restart. */
async function replaceHash(tx: Tx, { id, password_hash: before }: Hashed, hash: string): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('credentials_changed_at')
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false // a concurrent change won
  await tx.updateTable('accounts').set({ password_hash: hash }).where('id', '=', id).execute()
  await tx.updateTable('accounts').set(account).where('id', '=', id).execute() // the trigger recorded a change
  return true
}
