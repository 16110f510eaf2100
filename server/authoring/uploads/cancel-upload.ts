import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'

/**
 * Cancels an upload of the account that no game has taken, and removes its data. Its row stays until the sweep,
 * because its URL can still receive bytes. If something cannot be removed now, the sweep removes it.
 * @throws HttpError 404
 */
export async function cancelUpload(store: Store, accountId: string, tempKey: string): Promise<void> {
  const upload = await withdrawUpload(store.db, tempKey)
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!upload) throw notFound()
  await removeBytes(store, upload).catch((error: unknown) =>
    store.log.warn({ err: error, tempKey }, 'a cancelled upload is left to the sweep'),
  )
}

/**
 * Removes an upload whose address takes no bytes any more, unless a game has taken it. Withdrawn first, so that no game takes
 * it halfway; the object before the row, so after a crash the row still points to it.
 * @returns whether there was one to remove
 */
export async function discardUpload(store: Store, tempKey: string): Promise<boolean> {
  const withdrawn = await withdrawUpload(store.db, tempKey).executeTakeFirst()
  if (!withdrawn) return false
  await removeBytes(store, withdrawn)
  await store.db.deleteFrom('uploads').where('temp_key', '=', tempKey).execute()
  return true
}

/** From then on no game can take it; if a game is taking it at this moment, waits for that and keeps it. */
const withdrawUpload = (db: Queryable, tempKey: string) =>
  db
    .updateTable('uploads')
    .set({ cancelled_at: sql<Date>`coalesce(cancelled_at, now())` })
    .where('temp_key', '=', tempKey)
    .where('taken_at', 'is', null)
    .returning(['storage_key', 'resumable'])

/** Removes its staged and complete data; either may be missing. */
async function removeBytes(
  { storage, uploads }: Store,
  { storage_key: key, resumable }: { storage_key: string; resumable: boolean },
): Promise<void> {
  if (resumable) await uploads.remove(key)
  await storage.remove(key)
}
