import { type LabeledPath, type ReleaseSaves, savePath } from '@nofiller/contract/releases/save-path'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { isFetchable } from './release-row.ts'

/** The label of a reader's version of a game, and what becomes of its saves in a release; null where it is newer than that. */
export type ReaderVersion = { mine: string; saves: LabeledPath | null }

/**
 * What an account has of the games of some releases, by the id of the release, in one statement. A game of which it never had a
 * version has no entry. The steps of a save path are labels.
 */
export async function readerVersions(
  db: Queryable,
  accountId: string,
  releaseIds: readonly string[],
): Promise<Map<string, ReaderVersion>> {
  const { rows } = await sql<VersionRow>`
    select wanted.id as "releaseId", mine.id as "mineId", mine.label as mine, (
      select coalesce(json_agg(json_build_object(
        'id', releases.id, 'label', releases.label, 'saves', releases.saves, 'savesFrom', releases.saves_from,
        'sameAs', releases.same_as, 'isFetchable', ${isFetchable})
        order by coalesce(releases.live_at, releases.opens_at), releases.id), '[]')
      from releases
      where releases.game_id = wanted.game_id and (releases.live_at is not null or releases.id in (wanted.id, mine.id))
        and (coalesce(releases.live_at, releases.opens_at), releases.id)
          <= (coalesce(wanted.live_at, wanted.opens_at), wanted.id)
        and (releases.withdrawn_at is null or releases.id = mine.id)
    ) as releases
    from releases as wanted
    cross join lateral (
      select had.id, had.label
      from game_files as file
      join owned_versions as version on version.account_id = ${accountId} and version.file_id = file.id
      join releases as had on had.id = version.release_id
      where file.game_id = wanted.game_id order by version.at desc limit 1
    ) as mine
    where wanted.id = any(${sql.val(releaseIds)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.releaseId, { mine: row.mine, saves: savesOf(row) }]))
}

type LabeledSaves = ReleaseSaves & { label: string }
type VersionRow = { releaseId: string; mineId: string; mine: string; releases: LabeledSaves[] }

function savesOf({ mineId, releases }: VersionRow): ReaderVersion['saves'] {
  if (!releases.some(({ id }) => id === mineId)) return null
  const path = savePath(releases, mineId)
  const labels = new Map(releases.map(({ id, label }) => [id, label]))
  const steps = path.kind === 'steps' ? path.steps.map((id) => labels.get(id) ?? '') : []
  return { kind: path.kind, steps }
}
