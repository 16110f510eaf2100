import { type Selectable, sql } from 'kysely'
import { archiveFinding, oneArchiveAtATime } from '../../checks/archives/archive.ts'
import { rarFinding, rarHead } from '../../checks/archives/rar.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables, UploadContent } from '../../platform/database/tables.ts'
import { fileTypeOf } from '../../platform/file-type.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Store } from '../../store.ts'

/** A finished upload in storage. */
export type Upload = UploadContent & { tempKey: string; name: string; storageKey: string }

const HEAD_BYTES = 8_192

/** The account's own finished uploads among some temp keys, with their true size and what their bytes say of them. */
export async function findUploads(
  store: Store,
  accountId: string,
  tempKeys: readonly string[],
): Promise<Map<string, Upload>> {
  const rows = await store.db
    .selectFrom('uploads')
    .select(['temp_key', 'name', 'storage_key', 'resumable', 'content'])
    .where('temp_key', '=', sql<string>`any(${sql.val(tempKeys.filter(isTempKey))}::text[])`)
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  const uploads = await Promise.all(rows.map((row) => readUpload(store, row)))
  return new Map(uploads.flatMap((upload) => (upload ? [[upload.tempKey, upload]] : [])))
}

type UploadRow = Pick<
  Selectable<Tables['uploads']>,
  'temp_key' | 'name' | 'storage_key' | 'resumable' | 'content'
>

/** Its bytes never change, so they are checked once. */
async function readUpload(store: Store, row: UploadRow): Promise<Upload | null> {
  const content = row.content ?? (await readContent(store, row))
  if (!content) return null
  if (!row.content)
    await store.db
      .updateTable('uploads')
      .set({ content: JSON.stringify(content) })
      .where('temp_key', '=', row.temp_key)
      .execute()
  return { tempKey: row.temp_key, name: row.name, storageKey: row.storage_key, ...content }
}

async function readContent(
  { storage, uploads, config }: Store,
  { storage_key: key, name, resumable }: UploadRow,
): Promise<UploadContent | null> {
  if (resumable && (await uploads.arrivalOf(key)) !== 'complete') return null
  const sizeBytes = await storage.sizeOf(key)
  if (sizeBytes === null) return null
  // A store that cannot bound a PUT may hold more than was allowed (security D2).
  if (sizeBytes > config.MAX_UPLOAD_BYTES) return storage.remove(key).then(() => null)
  const type = fileTypeOf(await headOf(storage, key, sizeBytes))
  if (type === 'rar') {
    const head = await rarHead(storage, key, sizeBytes)
    return { sizeBytes, type, finding: rarFinding(head, name)?.sentence ?? null, isPart: head.isPart }
  }
  const finding =
    type === 'zip' ? await oneArchiveAtATime(() => archiveFinding(storage, key, sizeBytes)) : null
  return { sizeBytes, type, finding: finding?.sentence ?? null }
}

const isTempKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

async function headOf(storage: Storage, key: string, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of storage.read(key, { start: 0, end: Math.min(HEAD_BYTES, sizeBytes) - 1 }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Claims uploads for a game, each only once. @throws HttpError 422 when another save has taken one meanwhile (security D6) */
export async function takeUploads(tx: Tx, accountId: string, uploads: readonly Upload[]): Promise<void> {
  const tempKeys = uploads.map((upload) => upload.tempKey)
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ taken_at: sql<Date>`now()` })
    .where('temp_key', '=', sql<string>`any(${sql.val(tempKeys)}::text[])`)
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(tempKeys.length))
    throw unprocessable({ files: 'One of these files has already been saved. Upload it again.' })
}
