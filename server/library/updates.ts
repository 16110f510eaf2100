import type { Device } from '@nofiller/contract/catalog/devices'
import { type LibraryEntry, type LibraryUpdate, UPDATE_RELEASES } from '@nofiller/contract/library/library'
import type { SavesKind } from '@nofiller/contract/releases/release-rules'
import { savePath } from '@nofiller/contract/releases/save-path'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { downloadable } from './downloadable.ts'

/** An account's version of a game, and what is new since. */
export type Versions = Pick<LibraryEntry, 'version' | 'update'>

/** The versions that an account has of some games, by the id of each, in one statement (VE7). */
export async function versionsOf(
  db: Queryable,
  accountId: string,
  gameIds: readonly string[],
): Promise<Map<string, Versions>> {
  if (gameIds.length === 0) return new Map()
  const { rows } = await selectVersions(accountId, gameIds).execute(db)
  return new Map(rows.map((row) => [row.game_id, toVersions(row)]))
}

type Build = { fileId: string; buildId: string; size: number }

type ReleaseJson = {
  id: string
  label: string
  releasedAt: string
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

/**
 * For each game the file that counts: with an update before others, of the game itself before extras, and the one that was
 * fetched last. The version is of that file or, where it has none, of another for the same device, as in `updated_files`.
 */
const selectVersions = (accountId: string, gameIds: readonly string[]) => sql<Row>`
  with counting as materialized (
    select distinct on (file.game_id) file.game_id, file.id, file.device, file.release_id, file.build_id, file.size_bytes,
      file.custom_price_cents is null as is_base, updated.file_id is not null as has_update,
      mine.release_id as my_release, mine.source
    from owned_files as owned
    join built_files as file on file.id = owned.file_id
    left join updated_files as updated
      on updated.account_id = owned.account_id and updated.game_id = owned.game_id and updated.file_id = owned.file_id
    left join lateral (
      select had.release_id, had.source, had.at
      from owned_versions as had join game_files as other on other.id = had.file_id
      where had.account_id = owned.account_id and other.game_id = file.game_id and other.device = file.device
      order by had.file_id = file.id desc, had.at desc limit 1
    ) as mine on true
    where owned.account_id = ${accountId} and owned.game_id = any(${sql.val(gameIds)}::uuid[])
    order by file.game_id, has_update desc, is_base desc, mine.at desc nulls last, file.position
  )
  select counting.game_id, counting.device, counting.has_update,
    json_build_object('fileId', counting.id, 'buildId', counting.build_id, 'size', counting.size_bytes) as build,
    (
      select json_build_object('releaseId', release.id, 'label', release.label, 'isSet', counting.source = 'set')
      from releases as release where release.id = counting.my_release
    ) as mine,
    (
      select coalesce(json_agg(json_build_object(
        'id', release.id, 'label', release.label, 'releasedAt', release.live_at, 'summary', release.summary,
        'saves', release.saves, 'savesFrom', release.saves_from, 'savesNote', release.saves_note, 'sameAs', release.same_as,
        'isWithdrawn', release.withdrawn_at is not null,
        'build', (
          select json_build_object('fileId', part.file_id, 'buildId', build.id, 'size', build.size_bytes)
          from release_builds as part
          join file_builds as build on build.id = part.build_id
          join game_files as file on file.id = part.file_id
          where part.release_id = release.id and ${downloadable(sql`${accountId}`)} and file.paused_at is null
            and (file.id = counting.id
              or counting.is_base and file.kind = 'file' and file.custom_price_cents is null and file.device = counting.device)
          order by file.id = counting.id desc, file.position limit 1
        )) order by release.live_at, release.id), '[]')
      from releases as release join releases as newest on newest.id = counting.release_id
      where counting.has_update and release.game_id = counting.game_id and release.live_at is not null
        and (release.live_at, release.id) <= (newest.live_at, newest.id)
    ) as releases
  from counting`

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
