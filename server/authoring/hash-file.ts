import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Store } from '../store.ts'

const QUEUE = 'hash-file'

/** Queues the hashing of a file with the save that adds it: gigabytes take longer than a developer should wait. */
export const queueHash = (jobs: Jobs, tx: Tx, fileId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { fileId },
    { singletonKey: fileId, retryLimit: 10, retryDelay: 30, retryBackoff: true },
  )

export const startHashing = (store: Store): Promise<void> =>
  store.jobs.work<{ fileId: string }>(QUEUE, ({ fileId }) => hashFile(store, fileId))

/** Keeps the SHA-256 of a file's bytes, read as a stream. */
export async function hashFile({ db, storage }: Store, fileId: string): Promise<void> {
  const file = await db
    .selectFrom('game_files')
    .select('storage_key')
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file) return
  const hash = createHash('sha256')
  await pipeline(storage.read(file.storage_key), hash)
  await db.updateTable('game_files').set({ sha256: hash.digest() }).where('id', '=', fileId).execute()
}
