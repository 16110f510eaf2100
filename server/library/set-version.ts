import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { downloadable } from './downloadable.ts'

/**
 * Makes a build the caller's version of a file without a download. What they have fetched stays theirs to fetch (VE7).
 * @throws HttpError 404 for a build that they could not download
 */
export async function setVersion(
  { db }: Store,
  account: Account,
  gameId: string,
  { fileId, buildId }: { fileId: string; buildId: string },
): Promise<void> {
  const { rows } = await sql`
    insert into owned_versions (account_id, file_id, build_id, release_id, source, at)
    select owned.account_id, owned.file_id, build.id, build.release_id, 'set', clock_timestamp()
    from owned_files as owned join file_builds as build on build.file_id = owned.file_id
    where owned.account_id = ${account.id} and owned.game_id = ${gameId} and owned.file_id = ${fileId}
      and build.id = ${buildId} and ${downloadable(sql`owned.account_id`)}
    on conflict (account_id, build_id) do update set at = excluded.at, release_id = excluded.release_id
    returning build_id`.execute(db)
  if (rows.length === 0) throw notFound()
}
