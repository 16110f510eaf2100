import type { Received } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { OwnRelease, ReleaseStep } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { findOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { checksOf, factsOf, type ReleaseRow, type StepRow, selectReleases } from './release-row.ts'
import { releaseState } from './release-state.ts'
import { toRelease } from './show-release.ts'

const PAGE = 10

/** All releases of a game that the caller may change, drafts first, then the newest. @throws HttpError 404 */
export async function ownReleases(
  store: Parts,
  author: Account,
  gameId: string,
  query: Received<'GET /api/dev/games/:id/releases', 'query'>,
): Promise<Page<OwnRelease>> {
  const { db } = store
  await findOwnGame(db, author, gameId)
  const shareOf = await sharesOf(db, gameId)
  const list = {
    rows: selectOwn(db),
    from: sql`releases`,
    filter: sql<boolean>`releases.game_id = ${gameId}`,
    key: sql`releases.id`,
    order: { by: sql`coalesce(releases.live_at, releases.early_at, 'infinity')`, direction: 'desc' as const },
    toItem: (row: OwnRow) => row,
  }
  const page = await paginate(db, list, { ...query, limit: query.limit ?? PAGE })
  const checks = await checksOf(store, page.items)
  return { ...page, items: page.items.map((row) => toOwnRelease(row, checks, shareOf(row.id))) }
}

/** One release as its developer sees it. @throws HttpError 404 for a draft that was deleted meanwhile */
export async function ownRelease(store: Parts, releaseId: string): Promise<OwnRelease> {
  const { db } = store
  const row = await selectOwn(db)
    .where('releases.id', '=', releaseId)
    .executeTakeFirstOrThrow(() => notFound())
  const [shareOf, checks] = await Promise.all([sharesOf(db, row.game_id), checksOf(store, [row])])
  return toOwnRelease(row, checks, shareOf(row.id))
}

type Parts = Pick<Store, 'db' | 'config'>

const selectOwn = (db: Database) =>
  selectReleases(db).select(
    sql<Date | null>`(select max(replaced_at) from file_builds where release_id = releases.id)`.as(
      'replaced_at',
    ),
  )

/** The share of each release among the owners of a game who downloaded: the one that they fetched last. */
async function sharesOf(db: Database, gameId: string): Promise<(releaseId: string) => number> {
  const { rows } = await sql<{ releaseId: string; owners: number }>`
    select "releaseId", count(*) as owners from (
      select distinct on (mine.account_id) mine.release_id as "releaseId"
      from game_files as file
      join file_builds as build on build.file_id = file.id
      join owned_versions as mine on mine.build_id = build.id
      where file.game_id = ${gameId} order by mine.account_id, mine.at desc
    ) as last group by "releaseId"`.execute(db)
  const all = rows.reduce((sum, { owners }) => sum + owners, 0)
  const shares = new Map(rows.map(({ releaseId, owners }) => [releaseId, owners / all]))
  return (releaseId) => shares.get(releaseId) ?? 0
}

const priceOf = (build: OwnRow['builds'][number] | undefined): number | null =>
  build === undefined || build.customPriceCents === null ? null : dollarsOf(build.customPriceCents)

const toStep = ({ audience, opensAt }: StepRow): ReleaseStep => ({
  audience,
  opensAt: new Date(opensAt).toISOString(),
})

function nextOf({ steps, withdrawn_at }: OwnRow): ReleaseStep | null {
  const next = steps.find(({ openedAt }) => openedAt === null)
  return next && !withdrawn_at ? toStep(next) : null
}

type OwnRow = ReleaseRow & { replaced_at: Date | null }

const toOwnRelease = (
  row: OwnRow,
  checks: Awaited<ReturnType<typeof checksOf>>,
  ownersShare: number,
): OwnRelease => {
  const facts = factsOf(row, checks)
  return {
    ...toRelease(row),
    releasedAt: row.live_at?.toISOString() ?? null,
    state: releaseState(facts),
    savesFromId: row.saves_from,
    createdAt: row.created_at.toISOString(),
    opensAt: row.opens_at?.toISOString() ?? null,
    steps: row.steps.map(toStep),
    nextStep: nextOf(row),
    replacedAt: row.replaced_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnReason: row.withdrawn_reason,
    notify: row.notify,
    ownersShare,
    files: toRelease(row).files.map((file, at) => ({
      ...file,
      problem: facts.builds[at]?.problem ?? null,
      isChecked: facts.builds[at]?.isChecked ?? false,
      findings: checks.get(file.buildId)?.findings ?? [],
      customPrice: priceOf(row.builds[at]),
    })),
  }
}
