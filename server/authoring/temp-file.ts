import { randomBytes } from 'node:crypto'
import type { Answer, Received } from '@nofiller/contract/calls'
import { showSize } from '@nofiller/contract/size'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { tooLarge, tooMany } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { cleanFileName } from './file-name.ts'

const ADDRESS_SECONDS = 3_600
const OPEN_MAX = 25
const UNTAKEN_BYTES_MAX = 50 * 1024 ** 3

/**
 * An address that takes one PUT of this type and size for an hour, and the temp key by which a game then takes the file.
 * Without a size anything up to `MAX_UPLOAD_BYTES` may be sent (decisions §4, security D2).
 * @throws HttpError 413, 429 when 25 addresses wait for their file or 50 GiB wait for a game (security D7)
 */
export async function openUpload(
  store: Store,
  accountId: string,
  { filename, contentType, size }: Received<'POST /api/upload/temp-file', 'body'>,
): Promise<Answer<'POST /api/upload/temp-file'>> {
  const maxBytes = store.config.MAX_UPLOAD_BYTES
  if (size !== undefined && size > maxBytes) throw tooLarge(`A file can have at most ${showSize(maxBytes)}.`)
  const tempKey = randomBytes(16).toString('hex')
  const key = newFileKey()
  await store.db.transaction().execute(async (tx) => {
    await refuseHoarding(store, tx, accountId, size ?? maxBytes)
    await tx
      .insertInto('uploads')
      .values({
        temp_key: tempKey,
        account_id: accountId,
        name: cleanFileName(filename),
        content_type: contentType,
        size_bytes: size ?? null,
        storage_key: key,
      })
      .execute()
  })
  const address = { key, contentType, sizeBytes: size, maxBytes, expiresInSeconds: ADDRESS_SECONDS }
  const { url, headers } = store.storage.presignPut(address)
  return { tempKey, uploadUrl: url, headers }
}

/** Nothing of the user's is in a key; the first two digits keep folders small. */
export function newFileKey(): string {
  const name = randomBytes(20).toString('hex')
  return `game-files/${name.slice(0, 2)}/${name}`
}

/** The account's row is locked, so that parallel calls are counted one after the other. */
async function refuseHoarding(store: Store, tx: Tx, accountId: string, newBytes: number): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const waiting = await tx
    .selectFrom('uploads')
    .select([
      'storage_key',
      sql<number>`coalesce(size_bytes, ${store.config.MAX_UPLOAD_BYTES})::float8`.as('bytes'),
      sql<number>`${ADDRESS_SECONDS} - extract(epoch from clock_timestamp() - created_at)::float8`.as(
        'seconds_left',
      ),
    ])
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const bytes = waiting.reduce((sum, upload) => sum + upload.bytes, newBytes)
  if (bytes > UNTAKEN_BYTES_MAX)
    throw tooMany(ADDRESS_SECONDS, 'Too many uploads wait for a game. Save your game first.')

  const live = waiting.filter((upload) => upload.seconds_left > 0)
  if (live.length < OPEN_MAX) return
  const sizes = await Promise.all(live.map((upload) => store.storage.sizeOf(upload.storage_key)))
  const open = live.filter((_upload, at) => sizes[at] === null)
  const oldest = open[0]
  if (oldest && open.length >= OPEN_MAX)
    throw tooMany(Math.ceil(oldest.seconds_left), 'Too many uploads are open. Finish those first.')
}
