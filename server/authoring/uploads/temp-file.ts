import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { fileNameProblem } from '@nofiller/contract/authoring/game-rules'
import type { Received, ResponseBody } from '@nofiller/contract/calls'
import { showSize } from '@nofiller/contract/text/size'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { tooLarge, tooMany, unprocessable } from '../../platform/http/errors/errors.ts'
import type { ResumeGrant } from '../../platform/storage/storage.ts'
import { refuseBeyondRoom } from '../../releases/game-storage.ts'
import type { Store } from '../../store.ts'
import { discardUpload } from './cancel-upload.ts'
import { cleanFileName } from './file-name.ts'

const ADDRESS_SECONDS = 3_600
/** An upload that goes on after a cut has a day to arrive, so that it may go on the next morning. */
export const RESUMABLE_SECONDS = 24 * 3_600
const OPEN_MAX = 25
const UNTAKEN_BYTES_MAX = 50 * 1024 ** 3

/**
 * An address that takes one PUT of this type and size for an hour, or the parts of a resumable upload for a day, and the
 * temp key by which a game then takes the file. Without a size one PUT may send anything up to `MAX_UPLOAD_BYTES`
 * (requirements 5.11, security D2).
 * @throws HttpError 413 also when the game has no room for it, 422, 429 when 25 addresses wait for their file or 50 GiB wait for a game (security D7)
 */
export async function openUpload(
  store: Store,
  account: Account,
  { filename, contentType, size, gameId, resumable }: Received<'POST /api/upload/temp-file', 'body'>,
): Promise<ResponseBody<'POST /api/upload/temp-file'>> {
  const maxBytes = store.config.MAX_UPLOAD_BYTES
  const name = cleanFileName(filename)
  const nameProblem = fileNameProblem(name)
  if (nameProblem) throw unprocessable({ filename: nameProblem })
  if (size !== undefined && size > maxBytes) throw tooLarge(`Files can be up to ${showSize(maxBytes)}.`)
  if (resumable && size === undefined) throw unprocessable({ size: 'Give the size of the file in bytes.' })
  if (gameId !== undefined && size !== undefined) await refuseBeyondRoom(store, account, gameId, size)
  const upload = { tempKey: newTempKey(), key: newFileKey(), contentType, sizeBytes: size, resumable }
  await enter(store, account.id, { ...upload, name })
  try {
    return { tempKey: upload.tempKey, ...(await addressOf(store, upload)) }
  } catch (error) {
    await store.db.deleteFrom('uploads').where('temp_key', '=', upload.tempKey).execute()
    throw error
  }
}

/**
 * Stores a file that came with a form as an upload of the account, counted like any other.
 * @returns how a game takes it
 * @throws HttpError 429 as `openUpload`, 507 when the disk is full
 */
export async function storePart(
  store: Store,
  accountId: string,
  { fileName, path, sizeBytes }: FilePart,
): Promise<string> {
  const tempKey = newTempKey()
  const upload = { key: newFileKey(), contentType: 'application/octet-stream', sizeBytes }
  await enter(store, accountId, { ...upload, tempKey, resumable: true, name: cleanFileName(fileName) })
  try {
    const grant = { ...upload, expiresInSeconds: RESUMABLE_SECONDS }
    await store.uploads.store(grant, createReadStream(path))
  } catch (error) {
    await discardUpload(store, tempKey)
    throw error
  }
  return tempKey
}

type NewUpload = {
  tempKey: string
  key: string
  contentType: string
  sizeBytes: number | undefined
  resumable: boolean
}

/**
 * Writes an upload's row, if the account may have one more. Storage is asked which addresses have their file only when there
 * seem to be too many, and outside the transaction: a slow object store would keep the account's row locked.
 */
async function enter(store: Store, accountId: string, upload: NewUpload & { name: string }): Promise<void> {
  const open = await enterUnlessFull(store, accountId, upload, new Set())
  if (open.length === 0) return
  const arrived = await arrivedAmong(store, open)
  const [oldest] = await enterUnlessFull(store, accountId, upload, arrived)
  if (oldest)
    throw tooMany(Math.ceil(oldest.seconds_left), 'You have too many unfinished uploads. Finish those first.')
}

/**
 * Returns the open uploads, the oldest first, when there are too many, and else none. The account's row is locked, so
 * parallel calls are counted one after the other.
 */
const enterUnlessFull = (
  store: Store,
  accountId: string,
  { tempKey, key, name, contentType, sizeBytes, resumable }: NewUpload & { name: string },
  arrived: ReadonlySet<string>,
): Promise<OpenUpload[]> =>
  store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    const waitingBytes = await untakenBytes(store, tx, accountId)
    if (waitingBytes + (sizeBytes ?? store.config.MAX_UPLOAD_BYTES) > UNTAKEN_BYTES_MAX)
      throw tooMany(ADDRESS_SECONDS, 'You have too many uploads that no game uses yet. Save your game first.')
    const open = (await openUploads(tx, accountId)).filter((upload) => !arrived.has(upload.storage_key))
    if (open.length >= OPEN_MAX) return open
    await tx
      .insertInto('uploads')
      .values({
        temp_key: tempKey,
        account_id: accountId,
        name,
        content_type: contentType,
        size_bytes: sizeBytes ?? null,
        storage_key: key,
        resumable,
      })
      .execute()
    return []
  })

/**
 * Also of those that were given up, until they are swept: their addresses still take bytes, so else any number of bytes could
 * be stored by giving up and sending all the same.
 */
async function untakenBytes({ config }: Store, tx: Tx, accountId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('uploads')
    .select(
      sql<number>`coalesce(sum(coalesce(size_bytes, ${config.MAX_UPLOAD_BYTES})), 0)::float8`.as('bytes'),
    )
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .executeTakeFirstOrThrow()
  return bytes
}

type OpenUpload = { storage_key: string; seconds_left: number }

/** Those with a valid address and no received bytes. Cancelling one makes room for another. */
async function openUploads(tx: Tx, accountId: string): Promise<OpenUpload[]> {
  const uploads = await tx
    .selectFrom('uploads')
    .select([
      'storage_key',
      sql<number>`case when resumable then ${RESUMABLE_SECONDS}::int else ${ADDRESS_SECONDS}::int end
        - extract(epoch from clock_timestamp() - created_at)::float8`.as('seconds_left'),
    ])
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('content', 'is', null)
    .orderBy('created_at')
    .execute()
  return uploads.filter((upload) => upload.seconds_left > 0)
}

async function arrivedAmong({ storage }: Store, uploads: readonly OpenUpload[]): Promise<Set<string>> {
  const keys = await Promise.all(
    uploads.map(async ({ storage_key: key }) => ((await storage.sizeOf(key)) === null ? [] : [key])),
  )
  return new Set(keys.flat())
}

async function addressOf(store: Store, { key, contentType, sizeBytes, resumable }: NewUpload) {
  const grant = { key, contentType, expiresInSeconds: resumable ? RESUMABLE_SECONDS : ADDRESS_SECONDS }
  if (resumable && sizeBytes !== undefined) return openResumable(store, { ...grant, sizeBytes })
  const { MAX_UPLOAD_BYTES: maxBytes } = store.config
  const { url, headers } = await store.storage.presignPut({ ...grant, sizeBytes, maxBytes })
  return { uploadUrl: url, headers, protocol: 'put' as const }
}

async function openResumable({ uploads }: Store, grant: ResumeGrant) {
  await uploads.open(grant)
  return { uploadUrl: uploads.presign(grant), headers: {}, protocol: 'tus' as const }
}

const newTempKey = (): string => randomBytes(16).toString('hex')

/** Nothing of the user's is in a key; the first two digits keep folders small. */
function newFileKey(): string {
  const name = randomBytes(20).toString('hex')
  return `game-files/${name.slice(0, 2)}/${name}`
}
