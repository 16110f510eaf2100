import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { type Selectable, sql } from 'kysely'
import pLimit from 'p-limit'
import { areRemovalsHeld } from '../../platform/database/backup-hold.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { discardUpload } from './cancel-upload.ts'

const UPLOADS_AT_ONCE = 10

/**
 * Removes uploads that no game took within a day, given up or not. A resumable one that needed its day to arrive has another
 * from then on. One that cannot be removed now is left to the next sweep,
 * as are all while a backup runs. Answers how many were removed.
 */
export async function sweepUploads(store: Store): Promise<number> {
  if (await areRemovalsHeld(store.db)) return 0
  const someAtOnce = pLimit(UPLOADS_AT_ONCE)
  const sweeping = (await oldUploads(store)).map((upload) => someAtOnce(() => sweepOne(store, upload)))
  const results = await Promise.allSettled(sweeping)
  const failures = results.filter((result) => result.status === 'rejected')
  if (failures[0]) store.log.warn({ err: failures[0].reason, left: failures.length }, 'uploads left unswept')
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}

type OldUpload = Pick<
  Selectable<Tables['uploads']>,
  'temp_key' | 'storage_key' | 'resumable' | 'cancelled_at'
>

const oldUploads = ({ db }: Store): Promise<OldUpload[]> =>
  db
    .selectFrom('uploads')
    .select(['temp_key', 'storage_key', 'resumable', 'cancelled_at'])
    .where('taken_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - ${RETENTION.uploads.after}::interval`)
    .orderBy('created_at')
    .execute()

async function sweepOne(store: Store, upload: OldUpload): Promise<boolean> {
  if (upload.resumable && !upload.cancelled_at && (await isComplete(store, upload))) return false
  return discardUpload(store, upload.temp_key)
}

/** A complete one is from now on like one sent by a single PUT. */
async function isComplete({ db, uploads }: Store, { temp_key, storage_key }: OldUpload): Promise<boolean> {
  if ((await uploads.arrivalOf(storage_key)) !== 'complete') return false
  await db
    .updateTable('uploads')
    .set({ resumable: false, created_at: sql<Date>`now()` })
    .where('temp_key', '=', temp_key)
    .where('taken_at', 'is', null)
    .execute()
  return true
}
