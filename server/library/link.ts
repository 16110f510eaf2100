/** Permanent links: an address of a file that its owner may keep, and that leads to a freshly signed one at each use. */
import { v4 as uuid, parse as uuidBytes, stringify as uuidText } from 'uuid'
import type { Config } from '../config.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { addressKey } from '../platform/http/rate-limits.ts'
import { hmac, keyFor, sameBytes } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { downloadableFiles, type Fetching, fetchAddress } from './download.ts'

/**
 * The caller's link to a file that they may download: the same until it is renewed.
 * @throws HttpError 404 for any other file
 */
export async function linkTo(
  { db, config }: Store,
  account: Account,
  gameId: string,
  fileId: string,
): Promise<{ url: string }> {
  await requireDownloadable(db, account, gameId, fileId)
  const id = await linkIdOf(db, account.id, fileId)
  return { url: `${config.publicUrl}/api/download/${tokenOf(config, id)}` }
}

/** The current link, or a new one; retries when it was renewed in between. */
async function linkIdOf(db: Database, accountId: string, fileId: string): Promise<string> {
  const made = await db
    .insertInto('download_links')
    .values({ id: uuid(), account_id: accountId, file_id: fileId })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const known = await db
    .selectFrom('download_links')
    .select('id')
    .where('account_id', '=', accountId)
    .where('file_id', '=', fileId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return known?.id ?? linkIdOf(db, accountId, fileId)
}

/** Revokes the caller's link to a file and returns a new one. @throws HttpError 404 for a file that they may not download */
export async function renewLink(
  store: Store,
  account: Account,
  gameId: string,
  fileId: string,
): Promise<{ url: string }> {
  await requireDownloadable(store.db, account, gameId, fileId)
  await store.db
    .updateTable('download_links')
    .set({ revoked_at: store.clock() })
    .where('account_id', '=', account.id)
    .where('file_id', '=', fileId)
    .where('revoked_at', 'is', null)
    .execute()
  return linkTo(store, account, gameId, fileId)
}

/**
 * The current target of a link: while it was not renewed, and its account may still download the file.
 * @returns null when it leads nowhere any more
 * @throws HttpError 429 after too many made-up links, or downloads of its account
 */
export async function followLink(store: Store, token: string, fetching: Fetching): Promise<string | null> {
  const id = idIn(store.config, token)
  if (id === null) await store.rateLimits.consume('bad-link', addressKey(fetching.ip))
  const link =
    id &&
    (await downloadableFiles(store.db)
      .innerJoin('download_links as link', (join) =>
        join.onRef('link.file_id', '=', 'file.id').onRef('link.account_id', '=', 'accounts.id'),
      )
      .select('link.account_id')
      .where('link.id', '=', id)
      .where('link.revoked_at', 'is', null)
      .executeTakeFirst())
  if (!link) return null
  return fetchAddress(store, link, fetching)
}

export const LINK_ENDED = 'This download link no longer works. Its owner can make a new one in the library.'

async function requireDownloadable(
  db: Database,
  account: Account,
  gameId: string,
  fileId: string,
): Promise<void> {
  const file = await downloadableFiles(db)
    .where('accounts.id', '=', account.id)
    .where('file.id', '=', fileId)
    .where('file.game_id', '=', gameId)
    .executeTakeFirst()
  if (!file) throw notFound('Download not available')
}

const ID_BYTES = 16

/** A link's id with a signature, so that a guessed token causes no query. */
const tokenOf = ({ secretKeys }: Config, id: string): string =>
  Buffer.concat([uuidBytes(id), signature(secretKeys[0] ?? '', uuidBytes(id))]).toString('base64url')

/** The id that a token names; null when it was not signed by this store (the previous key still counts: security H4). */
function idIn({ secretKeys }: Config, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const [id, given] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  return secretKeys.some((secret) => sameBytes(signature(secret, id), given)) ? uuidText(id) : null
}

const signature = (secret: string, id: Uint8Array): Buffer =>
  hmac(keyFor(secret, 'download-link'), Buffer.from(id))
