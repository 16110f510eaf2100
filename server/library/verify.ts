import type { OwnedBuild } from '@nofiller/contract/library/library'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { downloadable, isNewest } from './downloadable.ts'

type LocalFile = { sha256: string; name: string; size: number }

/**
 * Which build of the account's files has these bytes, also one that was replaced since. When none has, `closest` is the
 * file that was probably meant: of the same name, or else of the same size.
 */
export async function verify(
  db: Database,
  accountId: string,
  local: LocalFile,
): Promise<{ match: OwnedBuild | null; closest: OwnedBuild | null }> {
  const [match] = await ownedBuilds(
    db,
    accountId,
    sql`build.sha256 = decode(${local.sha256}, 'hex')`,
    sql`build.replaced_at desc nulls first`,
  )
  if (match) return { match, closest: null }
  const [closest] = await ownedBuilds(
    db,
    accountId,
    sql`build.name = ${local.name} or build.size_bytes = ${local.size}`,
    sql`build.name = ${local.name} desc, build.replaced_at desc nulls first, build.size_bytes = ${local.size} desc`,
  )
  return { match: null, closest: closest ?? null }
}

/** The first matching build among all that the account could ever download. */
async function ownedBuilds(
  db: Database,
  accountId: string,
  like: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<OwnedBuild[]> {
  const { rows } = await sql<OwnedBuild>`
    select file.game_id as "gameId", games.title, file.id as "fileId", build.name, build.size_bytes as size,
      ${isNewest(sql`${accountId}`)} as "isPresent", encode(build.sha256, 'hex') as sha256
    from file_builds as build
    join game_files as file on file.id = build.file_id
    join games on games.id = file.game_id
    where (${like}) and (build.live_at is not null or ${downloadable(sql`${accountId}`)})
      and file.id in (select file_id from owned_files where account_id = ${accountId})
    order by ${order}
    limit 1
  `.execute(db)
  return rows
}
