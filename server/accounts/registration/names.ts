import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { foldName, isNameOfTrust, NAME_OF_TRUST, NAME_TAKEN } from '@nofiller/contract/accounts/names'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '../../platform/database/database.ts'
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
 * Claims a pen name: among all names, but without the account, as it is replaced by rules of its own and
 * tells nobody whose it is. Its holder is in `pen_names`.
 * @throws HttpError 422 when it looks like another's name
 */
export async function claimPenName(tx: Tx, hashKeys: HashKeys, name: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('names')
    .values({ folded: foldName(name), account_id: null })
    .onConflict((held) => held.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n || (await isRetired(tx, hashKeys, name)))
    throw unprocessable({ penName: NAME_TAKEN })
}

/** Reserves a pen name that its account gave up until `purgeGivenUp`, in a form that nobody can read. */
export const retirePenName = async (tx: Tx, { 'retired-name': [key] }: HashKeys, folded: string) => {
  await tx
    .updateTable('names')
    .set({ folded: retiredForm(key, folded), given_up_at: sql<Date>`now()` })
    .where('folded', '=', folded)
    .execute()
}

/** Lets others take the pen names that were given up long enough ago. */
export const purgeGivenUp = (db: Database) =>
  db
    .deleteFrom('names')
    .where('given_up_at', '<', sql<Date>`now() - ${RETENTION.penNames.after}::interval`)
    .execute()

/**
 * Reserves the names of a deleted account forever, so nobody can impersonate its owner, in a form that nobody can read
 * (security A15); its pen name as one that was given up.
 */
export async function retireNames(tx: Tx, hashKeys: HashKeys, accountId: string): Promise<void> {
  const [key] = hashKeys['retired-name']
  const names = await tx.selectFrom('names').select('folded').where('account_id', '=', accountId).execute()
  for (const { folded } of names)
    await tx
      .updateTable('names')
      .set({ folded: retiredForm(key, folded) })
      .where('folded', '=', folded)
      .execute()
  const penName = await tx
    .deleteFrom('pen_names')
    .where('account_id', '=', accountId)
    .returning('folded')
    .executeTakeFirst()
  if (penName) await retirePenName(tx, hashKeys, penName.folded)
}

async function isRetired(db: Queryable, { 'retired-name': keys }: HashKeys, name: string): Promise<boolean> {
  const forms = keys.map((key) => retiredForm(key, foldName(name)))
  const held = await db.selectFrom('names').select('folded').where('folded', 'in', forms).executeTakeFirst()
  return held !== undefined
}

/** No normalized name contains a colon. */
const retiredForm = (key: Buffer, folded: string): string =>
  `retired:${hmac(key, folded).toString('base64url')}`
