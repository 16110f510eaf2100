import type { ReleaseFile, ReleaseStep } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { buildFindings, type CheckedBuild } from '../checks/found-in-builds.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { problemOf, type ReleaseFacts, releaseState } from './release-state.ts'

type BuildJson = Omit<ReleaseFile, 'kind'> & {
  kind: 'file' | 'demo'
  isPresent: boolean
  customPriceCents: number | null
}

/** The builds of a release as JSON, so that it is one query. Without those that were destroyed. */
export const buildsJson = sql<BuildJson[]>`(
  select coalesce(json_agg(json_build_object(
    'fileId', file.id, 'buildId', build.id, 'name', build.name, 'kind', file.kind, 'device', file.device,
    'size', build.size_bytes, 'customPriceCents', file.custom_price_cents, 'sha256', encode(build.sha256, 'hex'),
    'isPresent', build.release_id = releases.id and build.live_at is not null and build.replaced_at is null)
    order by file.kind desc, file.position, file.id), '[]')
  from release_builds as part
  join file_builds as build on build.id = part.build_id and build.destroyed_at is null
  join game_files as file on file.id = part.file_id
  where part.release_id = releases.id)`

/** Whether a build of a release is stored. */
export const isFetchable = sql<boolean>`exists (
  select from release_builds as part
  join file_builds as build on build.id = part.build_id and build.destroyed_at is null
  where part.release_id = releases.id)`

export type StepRow = ReleaseStep & { openedAt: string | null }

/** The steps of a release as JSON, in order. */
const stepsJson = sql<StepRow[]>`(
  select coalesce(json_agg(json_build_object(
    'audience', step.audience, 'opensAt', step.opens_at, 'openedAt', step.opened_at) order by step.opens_at), '[]')
  from release_steps as step where step.release_id = releases.id)`

/** Releases with their builds, their steps and the label of the oldest release whose saves they load. */
export const selectReleases = (db: Queryable) =>
  db
    .selectFrom('releases')
    .leftJoin('releases as oldest', 'oldest.id', 'releases.saves_from')
    .selectAll('releases')
    .select('oldest.label as saves_from_label')
    .select([buildsJson.as('builds'), stepsJson.as('steps')])

export type ReleaseRow = Awaited<ReturnType<ReturnType<typeof selectReleases>['execute']>>[number]

/** What the checks say of builds, by the id of each. */
type Checks = ReadonlyMap<string, CheckedBuild>

/** The checks of the builds of releases that are not live yet. */
export async function checksOf(
  parts: { db: Queryable; config: Store['config'] },
  rows: readonly ReleaseRow[],
): Promise<Checks> {
  const ids = rows.filter(({ live_at }) => live_at === null).flatMap(({ builds }) => builds)
  const checked = await buildFindings(
    parts,
    ids.map(({ buildId }) => buildId),
  )
  return new Map(checked.map((build) => [build.buildId, build]))
}

/** What a release's state follows from. The builds of a live one passed their checks. */
export const factsOf = (row: ReleaseRow, checks: Checks): ReleaseFacts => ({
  liveAt: row.live_at,
  earlyAt: row.early_at,
  withdrawnAt: row.withdrawn_at,
  opensAt: row.opens_at,
  isPresent: row.builds.some(({ isPresent }) => isPresent),
  builds: row.builds.map(({ buildId, sha256 }) => {
    const { isChecked = sha256 !== null, findings = [] } = checks.get(buildId) ?? {}
    const blocking = findings.find(({ level }) => level === 'blocks')
    return { isChecked, problem: blocking ? problemOf(blocking) : null }
  }),
})

/** The state of a release that went live. */
export const liveStateOf = (row: ReleaseRow) => releaseState(factsOf(row, new Map()))

/** The game of a release that the caller may change. @throws HttpError 404 for any other */
export async function gameOfRelease(db: Queryable, author: Account, releaseId: string): Promise<string> {
  const row = await db
    .selectFrom('releases')
    .innerJoin('games', 'games.id', 'releases.game_id')
    .select('games.id')
    .where('releases.id', '=', releaseId)
    .$if(author.role !== 'admin', (own) => own.where('games.developer_id', '=', author.id))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.id
}

/** A release by its id. @throws HttpError 404 for a draft that was deleted meanwhile */
export const findRelease = (db: Queryable, releaseId: string): Promise<ReleaseRow> =>
  selectReleases(db)
    .where('releases.id', '=', releaseId)
    .executeTakeFirstOrThrow(() => notFound())
