import { sql } from 'kysely'
import type { Store } from '../store.ts'

export const SWEPT_AFTER_HOURS = 24
const UPLOADS_AT_ONCE = 10

/** Removes uploads that no game took within a day. Answers how many. */
export async function sweepUploads(store: Store): Promise<number> {
  let removed = 0
  for (;;) {
    const swept = await sweepSome(store)
    removed += swept
    if (swept < UPLOADS_AT_ONCE) return removed
  }
}

/** Objects go before their rows: after a crash in between the rows are still there to tell what is left to remove. */
const sweepSome = ({ db, storage }: Store): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const uploads = await tx
      .selectFrom('uploads')
      .select(['temp_key', 'storage_key'])
      .where('taken_at', 'is', null)
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${SWEPT_AFTER_HOURS})`)
      .limit(UPLOADS_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    await Promise.all(uploads.map((upload) => storage.remove(upload.storage_key)))
    await tx
      .deleteFrom('uploads')
      .where('temp_key', '=', sql<string>`any(${sql.val(uploads.map((upload) => upload.temp_key))}::text[])`)
      .execute()
    return uploads.length
  })
