import type { Received } from '@nofiller/contract/calls'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { findOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { factsOf, type ReleaseRow, selectReleases } from './release-row.ts'
import { releaseState } from './release-state.ts'
import { toRelease } from './show-release.ts'

const PAGE = 10

/** All releases of a game that the caller may change, drafts first, then the newest. @throws HttpError 404 */
export async function ownReleases(
  db: Database,
  author: Account,
  gameId: string,
  query: Received<'GET /api/dev/games/:id/releases', 'query'>,
): Promise<Page<OwnRelease>> {
  if (!(await findOwnGame(db, author, gameId))) throw notFound()
  const list = {
    rows: selectOwn(db),
    from: sql`releases`,
    filter: sql<boolean>`releases.game_id = ${gameId}`,
    key: sql`releases.id`,
    order: { by: sql`coalesce(releases.live_at, 'infinity')`, direction: 'desc' as const },
    toItem: toOwnRelease,
  }
  return paginate(db, list, { ...query, limit: query.limit ?? PAGE })
}

/** One release as its developer sees it. */
export async function ownRelease(db: Database, releaseId: string): Promise<OwnRelease> {
  return toOwnRelease(await selectOwn(db).where('releases.id', '=', releaseId).executeTakeFirstOrThrow())
}

const selectOwn = (db: Database) =>
  selectReleases(db).select([
    sql<Date | null>`(
      select max(replaced_at) from file_builds where release_id = releases.id
    )`.as('replaced_at'),
    sql<number>`(
      select count(*) from owned_versions as mine
      where mine.release_id = releases.id and not exists (
        select from owned_versions as later join releases as other on other.id = later.release_id
        where later.account_id = mine.account_id and other.game_id = releases.game_id and later.at > mine.at
      )
    )`.as('owners'),
    sql<number>`(
      select count(distinct account_id) from owned_versions as mine
      join releases as any_of on any_of.id = mine.release_id where any_of.game_id = releases.game_id
    )`.as('all_owners'),
  ])

type OwnRow = ReleaseRow & { replaced_at: Date | null; owners: number; all_owners: number }

const toOwnRelease = (row: OwnRow): OwnRelease => {
  const facts = factsOf(row)
  return {
    ...toRelease(row),
    releasedAt: row.live_at?.toISOString() ?? null,
    state: releaseState(facts),
    savesFromId: row.saves_from,
    createdAt: row.created_at.toISOString(),
    opensAt: row.opens_at?.toISOString() ?? null,
    replacedAt: row.replaced_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnReason: row.withdrawn_reason,
    notify: row.notify,
    ownersShare: row.all_owners === 0 ? 0 : row.owners / row.all_owners,
    files: toRelease(row).files.map((file, at) => ({
      ...file,
      problem: facts.builds[at]?.problem ?? null,
      isChecked: facts.builds[at]?.isChecked ?? false,
    })),
  }
}
