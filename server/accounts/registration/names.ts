import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { foldName, isNameOfTrust, NAME_OF_TRUST, NAME_TAKEN } from '@nofiller/contract/accounts/names'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import type { HashKeys } from '../../platform/hash-keys.ts'
import { conflict, unprocessable } from '../../platform/http/errors/errors.ts'
import { hmac } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'

/** @throws HttpError 422 for a name that impersonates the store, 409 `username_taken` for one that looks like another's */
export async function refuseUsername({ db, config, hashKeys }: Store, username: string): Promise<void> {
  if (isNameOfTrust(username, config.STORE_NAME)) throw unprocessable({ username: NAME_OF_TRUST })
  if ((await holderOf(db, username)) !== undefined || (await isRetired(db, hashKeys, username)))
    throw usernameTaken()
}

/** Inserting an account claims its username, unless another account has a similar one. @throws HttpError 409 `username_taken` */
export async function requireOwnUsername(tx: Tx, accountId: string, username: string): Promise<void> {
  if ((await holderOf(tx, username)) !== accountId) throw usernameTaken()
}

export const usernameTaken = () =>
  conflict('username_taken', TEXT.usernameTaken, { username: TEXT.usernameTaken })

/**
 * Claims a display name for an account, and releases its previous one. Concurrent claims of one name wait for each other at
 * the key of `names`.
 * @throws HttpError 422 when it impersonates the store or looks like another's name
 */
export async function claimDisplayName(
  tx: Tx,
  { config, hashKeys }: Pick<Store, 'config' | 'hashKeys'>,
  account: { id: string; username: string },
  displayName: string,
): Promise<void> {
  await tx
    .deleteFrom('names')
    .where('account_id', '=', account.id)
    .where('folded', '!=', foldName(account.username))
    .execute()
  if (displayName === '') return
  if (isNameOfTrust(displayName, config.STORE_NAME)) throw unprocessable({ displayName: NAME_OF_TRUST })
  if (await isRetired(tx, hashKeys, displayName)) throw unprocessable({ displayName: NAME_TAKEN })
  await tx
    .insertInto('names')
    .values({ folded: foldName(displayName), account_id: account.id })
    .onConflict((held) => held.doNothing())
    .execute()
  if ((await holderOf(tx, displayName)) !== account.id) throw unprocessable({ displayName: NAME_TAKEN })
}

/** The account that holds a name; null for a pen name, undefined for a free one. */
const holderOf = async (db: Queryable, name: string): Promise<string | null | undefined> =>
  (await db.selectFrom('names').select('account_id').where('folded', '=', foldName(name)).executeTakeFirst())
    ?.account_id

/**
 * Reserves the names of a deleted account forever, so nobody can impersonate its owner, in a form that nobody can read
 * (security A15).
 */
export async function retireNames(
  tx: Tx,
  { 'retired-name': [key] }: HashKeys,
  accountId: string,
): Promise<void> {
  const names = await tx.selectFrom('names').select('folded').where('account_id', '=', accountId).execute()
  for (const { folded } of names)
    await tx
      .updateTable('names')
      .set({ folded: retiredForm(key, folded) })
      .where('folded', '=', folded)
      .execute()
}

async function isRetired(db: Queryable, { 'retired-name': keys }: HashKeys, name: string): Promise<boolean> {
  const forms = keys.map((key) => retiredForm(key, foldName(name)))
  const held = await db.selectFrom('names').select('folded').where('folded', 'in', forms).executeTakeFirst()
  return held !== undefined
}

/** No normalized name contains a colon. */
const retiredForm = (key: Buffer, folded: string): string =>
  `retired:${hmac(key, folded).toString('base64url')}`
