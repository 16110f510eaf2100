import type { Device } from '@nofiller/contract/catalog/devices'
import { type LibraryEntry, type LibraryUpdate, UPDATE_RELEASES } from '@nofiller/contract/library/library'
import type { SavesKind } from '@nofiller/contract/releases/release-rules'
import { savePath } from '@nofiller/contract/releases/save-path'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-statements.ts'
import { downloadable } from './downloadable.ts'

/** An account's version of a game, and what is new since. */
export type Versions = Pick<LibraryEntry, 'version' | 'update'>

/** A file that an account owns. */
type Owned = { fileId: string; hasUpdate: boolean }

/**
 * An account's versions of the games of some of its files, by the id of each game, in one statement (VE7). Of several files of a
 * game one is looked at: one with an update before others, one of the base before extras, then the one downloaded last.
 */
export async function versionsOf(
  db: Queryable,
  accountId: string,
  files: readonly Owned[],
): Promise<Map<string, Versions>> {
  if (files.length === 0) return new Map()
  const { rows } = await selectVersions(accountId, files).execute(db)
  return new Map(rows.map((row) => [row.game_id, toVersions(row)]))
}

type Build = { fileId: string; buildId: string; size: number }

type ReleaseJson = {
  id: string
  label: string
  releasedAt: string
  /** Of the newest alone. */
  summary: string
  saves: SavesKind
  savesFrom: string | null
  savesNote: string
  sameAs: string | null
  /** Whether it was withdrawn: of interest only as what somebody has, or says it loads. */
  isWithdrawn: boolean
  /** The account's file as it was then; null where it cannot be downloaded. */
  build: Build | null
}

type Row = {
  game_id: string
  device: Device
  build: Build
  has_update: boolean
  mine: { releaseId: string; label: string; isSet: boolean } | null
  releases: ReleaseJson[]
}

/** A release that buyers do not get yet stands where it will be once they do. */
const placeOf = (release: RawBuilder<unknown>) => sql`coalesce(${release}.live_at, ${release}.opens_at)`

/** The version is of the file or, where it has none, of another for the same device, as in `account_updates`. */
const selectVersions = (accountId: string, files: readonly Owned[]) => sql<Row>`
  with counting as materialized (
    select distinct on (file.game_id) file.game_id, file.id, file.device, file.custom_price_cents is null as is_base,
      file.build_id, file.size_bytes, newest.id as newest_id, ${placeOf(sql`newest`)} as newest_at, owned.has_update,
      mine.release_id as my_release, mine.source
    from unnest(${sql.val(files.map(({ fileId }) => fileId))}::uuid[],
      ${sql.val(files.map(({ hasUpdate }) => hasUpdate))}::boolean[]) as owned (file_id, has_update)
    join account_files as file on file.account_id = ${accountId} and file.id = owned.file_id
    left join releases as newest on newest.id = file.release_id
    left join lateral (
      select had.release_id, had.source, had.at
      from game_files as other join owned_versions as had on had.file_id = other.id and had.account_id = ${accountId}
      where other.game_id = file.game_id and other.device = file.device
      order by had.file_id = file.id desc, had.at desc limit 1
    ) as mine on true
    order by file.game_id, owned.has_update desc, is_base desc, mine.at desc nulls last, file.position
  ), early as materialized (
    select distinct release_id from early_builds where account_id = ${accountId}
  ), builds as materialized (
    select distinct on (release.id) release.id as release_id,
      json_build_object('fileId', file.id, 'buildId', build.id, 'size', build.size_bytes) as build
    from counting
    join releases as release on release.game_id = counting.game_id
    join release_builds as part on part.release_id = release.id
    join file_builds as build on build.id = part.build_id
    join game_files as file on file.id = part.file_id and file.paused_at is null
    where counting.has_update and ${downloadable(sql`${accountId}`)} and (file.id = counting.id
      or counting.is_base and file.kind = 'file' and file.custom_price_cents is null and file.device = counting.device)
    order by release.id, file.id = counting.id desc, file.position
  )
  select counting.game_id, counting.device, counting.has_update,
    json_build_object('fileId', counting.id, 'buildId', counting.build_id, 'size', counting.size_bytes) as build,
    (
      select json_build_object('releaseId', release.id, 'label', release.label, 'isSet', counting.source = 'set')
      from releases as release where release.id = counting.my_release
    ) as mine,
    (
      select coalesce(json_agg(json_build_object(
        'id', id, 'label', label, 'releasedAt', live_at, 'summary', case when place <= ${UPDATE_RELEASES} then summary else '' end,
        'saves', saves, 'savesFrom', saves_from, 'savesNote', saves_note, 'sameAs', same_as,
        'isWithdrawn', is_withdrawn, 'build', build) order by at, id), '[]')
      from (
        select release.id, release.label, release.summary, release.saves, release.saves_from, release.saves_note, release.same_as,
          ${placeOf(sql`release`)} as at, coalesce(release.live_at, release.early_at) as live_at,
          release.withdrawn_at is not null as is_withdrawn, builds.build,
          row_number() over (
            partition by release.withdrawn_at is null, builds.build is null order by ${placeOf(sql`release`)} desc, release.id desc
          ) as place
        from releases as release left join builds on builds.release_id = release.id
        where counting.has_update and release.game_id = counting.game_id
          and (release.live_at is not null or release.id in (select release_id from early))
          and (${placeOf(sql`release`)}, release.id) <= (counting.newest_at, counting.newest_id)
      ) as told
    ) as releases
  from counting ${PREPARED}`

function toVersions({ mine, has_update, ...row }: Row): Versions {
  return { version: mine, update: has_update ? toUpdate(row, mine?.releaseId ?? '') : null }
}

function toUpdate({ releases, build, device }: Omit<Row, 'mine' | 'has_update'>, mine: string) {
  const newest = releases.at(-1)
  if (!newest) return null
  const place = releases.findIndex(({ id }) => id === mine)
  const since = releases
    .slice(place < 0 ? -1 : place + 1) // of an unknown version the newest alone
    .filter(({ isWithdrawn, build: one }) => !isWithdrawn && one)
    .reverse()
  const way = savePath(
    releases.map((release) => ({ ...release, isFetchable: release.build !== null })),
    mine,
  )
  return {
    newest: versionOf(newest),
    releases: since.slice(0, UPDATE_RELEASES).map(({ releasedAt, summary, ...release }) => ({
      ...versionOf(release),
      releasedAt: new Date(releasedAt).toISOString(),
      summary,
    })),
    releaseCount: since.length,
    saves: way.kind,
    savesNote:
      since.find(({ saves, savesNote }) => saves === 'none' && savesNote)?.savesNote ?? newest.savesNote,
    steps: way.kind === 'steps' ? stepsOf(way.steps, releases) : [],
    build: { ...build, device },
  } satisfies LibraryUpdate
}

const versionOf = ({ id, label }: Pick<ReleaseJson, 'id' | 'label'>) => ({ releaseId: id, label })

function stepsOf(ids: readonly string[], releases: readonly ReleaseJson[]): LibraryUpdate['steps'] {
  const byId = new Map(releases.map((release) => [release.id, release]))
  return ids.flatMap((id) => {
    const release = byId.get(id)
    return release ? { ...versionOf(release), build: release.build } : []
  })
}
