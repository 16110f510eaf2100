import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { unprocessable } from '../platform/http/errors.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Store } from '../store.ts'
import { type FileType, fileTypeOf } from './file-type.ts'

/** A finished upload as it lies in storage. */
export type Upload = {
  tempKey: string
  name: string
  storageKey: string
  sizeBytes: number
  type: FileType | null
}

const HEAD_BYTES = 8_192

/** The account's own finished uploads among some temp keys, with their true size and what their bytes say they are. */
export async function findUploads(
  { db, storage, config }: Store,
  accountId: string,
  tempKeys: readonly string[],
): Promise<Map<string, Upload>> {
  const rows = await db
    .selectFrom('uploads')
    .select(['temp_key', 'name', 'storage_key'])
    .where('temp_key', '=', sql<string>`any(${sql.val(tempKeys.filter(isTempKey))}::text[])`)
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .execute()
  const found = await Promise.all(
    rows.map(async (row): Promise<Upload[]> => {
      const sizeBytes = await storage.sizeOf(row.storage_key)
      if (sizeBytes === null) return []
      // A store that cannot bound a PUT may hold more than was allowed (security D2).
      if (sizeBytes > config.MAX_UPLOAD_BYTES) return storage.remove(row.storage_key).then(() => [])
      const type = fileTypeOf(await headOf(storage, row.storage_key, sizeBytes))
      return [{ tempKey: row.temp_key, name: row.name, storageKey: row.storage_key, sizeBytes, type }]
    }),
  )
  return new Map(found.flat().map((upload) => [upload.tempKey, upload]))
}

const isTempKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

async function headOf(storage: Storage, key: string, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of storage.read(key, { start: 0, end: Math.min(HEAD_BYTES, sizeBytes) - 1 }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Claims uploads for a game, each once for ever. @throws HttpError 422 when another save has taken one meanwhile (security D6) */
export async function takeUploads(tx: Tx, accountId: string, uploads: readonly Upload[]): Promise<void> {
  const tempKeys = uploads.map((upload) => upload.tempKey)
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ taken_at: sql<Date>`now()` })
    .where('temp_key', '=', sql<string>`any(${sql.val(tempKeys)}::text[])`)
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(tempKeys.length))
    throw unprocessable({ files: 'One of these files was saved already. Upload it again.' })
}
