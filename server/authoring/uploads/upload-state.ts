import type { ResponseBody } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { uploadProblem } from '../game-form/files.ts'
import { findUploads } from './take-upload.ts'
import { RESUMABLE_SECONDS } from './temp-file.ts'

/**
 * How far an upload of the account is that no game has taken yet, with what would keep a game from taking it, or the
 * address at which a resumable one goes on. All addresses of one end together, a day after it was opened.
 * @throws HttpError 404
 */
export async function uploadState(
  store: Store,
  accountId: string,
  tempKey: string,
): Promise<ResponseBody<'GET /api/upload/temp-file/:tempKey'>> {
  const row = await store.db
    .selectFrom('uploads')
    .select([
      'name',
      'content_type',
      'size_bytes',
      'storage_key',
      'resumable',
      sql<number>`${RESUMABLE_SECONDS} - extract(epoch from clock_timestamp() - created_at)::int`.as(
        'seconds_left',
      ),
    ])
    .where('temp_key', '=', tempKey)
    .where('account_id', '=', accountId)
    .where('taken_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  const upload = (await findUploads(store, accountId, [tempKey])).get(tempKey)
  if (upload) {
    const finding = uploadProblem({ upload, name: row.name })
    return { name: row.name, size: upload.sizeBytes, isComplete: true, finding, uploadUrl: null }
  }
  const unfinished = { name: row.name, size: row.size_bytes, isComplete: false, finding: null }
  const goesOn = row.resumable && row.seconds_left > 0 && row.size_bytes !== null
  if (!goesOn || (await store.uploads.arrivalOf(row.storage_key)) !== 'partial')
    return { ...unfinished, uploadUrl: null }
  const uploadUrl = store.uploads.presign({
    key: row.storage_key,
    contentType: row.content_type,
    sizeBytes: row.size_bytes ?? 0,
    expiresInSeconds: row.seconds_left,
  })
  return { ...unfinished, uploadUrl }
}
