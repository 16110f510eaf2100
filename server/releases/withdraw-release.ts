import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { currentFiles, lockOwnGame, onlySaveOf, takenDownAsIllegal } from '../catalog/own-game.ts'
import { followApproval } from '../moderation/approvals/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors/errors.ts'
import { checkBuilds } from '../reports/evidence/blocked-files.ts'
import type { Store } from '../store.ts'
import { announceRelease } from './announce-release.ts'
import { auditRelease } from './audit-release.ts'
import { changeGame, NOW, replaceBuilds, withdrawFiles } from './make-live.ts'
import { ownRelease } from './own-releases.ts'
import { unschedule } from './publish-release.ts'
import { findRelease, gameOfRelease, liveStateOf } from './release-row.ts'
import { isAnnounced } from './release-steps.ts'

/**
 * Takes a live release out: each of its files has the build of the release before it again. A file that came with it leaves
 * the sale; who fetched it keeps it, and is told. One that buyers do not have yet is taken from its audience; one that supporters were told
 * of, and that opened to nobody yet, is a draft again, and they are told why.
 * @throws HttpError 404, 409 `not_live`, `last_release` when the game would be left without a file to sell
 */
export async function withdrawRelease(
  store: Store,
  author: Account,
  releaseId: string,
  reason: string,
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  await store.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, gameId)
    const game = await lockOwnGame(tx, author, gameId)
    if (game.is_illegal) throw takenDownAsIllegal()
    const release = await findRelease(tx, releaseId)
    const state = liveStateOf(release)
    if (!release.early_at && isAnnounced(release)) {
      await takeBackAnnounced(store, tx, releaseId, reason)
      return auditRelease(tx, author, game, { release: release.label, change: 'schedule removed' }, reason)
    }
    if (state !== 'live' && state !== 'earlier' && state !== 'opening')
      throw conflict('not_live', 'This release is not live.')
    await tx
      .updateTable('releases')
      .set({ withdrawn_at: NOW, withdrawn_reason: reason, opens_at: null })
      .where('id', '=', releaseId)
      .execute()
    await announceRelease(store.jobs, tx, releaseId, 'withdrawn')
    await closeNewFiles(tx, releaseId)
    const back = await bringBack(tx, release.id)
    if (game.status === 'published' && !(await hasBase(tx, gameId)))
      throw conflict(
        'last_release',
        'This is the only release of a game that is for sale. Publish another one first, or unpublish the game.',
      )
    await changeGame(tx, gameId)
    await followApproval(store, tx, author, gameId)
    await checkBuilds(store, tx, back)
    await auditRelease(tx, author, game, { release: release.label, change: 'withdrawn' }, reason)
    await store.catalogChanged.announce(tx)
  })
  store.log.info({ accountId: author.id, gameId, releaseId }, 'release withdrawn')
  return ownRelease(store, releaseId)
}

/** Ends what was announced, and has supporters told why (EA3). */
async function takeBackAnnounced(store: Store, tx: Tx, releaseId: string, reason: string): Promise<void> {
  await unschedule(tx, releaseId)
  await tx.updateTable('releases').set({ steps_reason: reason }).where('id', '=', releaseId).execute()
  await announceRelease(store.jobs, tx, releaseId, 'changed')
  await store.catalogChanged.announce(tx)
}

/** Files that only a withdrawn release had opened to some are nobody's again but theirs who downloaded them. */
const closeNewFiles = (tx: Tx, releaseId: string) =>
  sql`update game_files as file set early_at = null
    where early_at is not null and id in (select file_id from release_builds where release_id = ${releaseId})
      and not exists (
        select from release_builds as part join releases as other on other.id = part.release_id
        where part.file_id = file.id and other.early_at is not null and other.withdrawn_at is null
      )`.execute(tx)

/**
 * Gives the files of a withdrawn release the builds of the releases before it that can be downloaded; files without one leave
 * the sale.
 * @returns the builds that are live again
 */
async function bringBack(tx: Tx, releaseId: string): Promise<string[]> {
  const { rows } = await sql<{ fileId: string; buildId: string | null; earlierId: string | null }>`
    select build.file_id as "fileId", earlier.build_id as "buildId", earlier.release_id as "earlierId"
    from file_builds as build
    left join lateral (
      select part.build_id, releases.id as release_id
      from release_builds as part
      join releases on releases.id = part.release_id
      join file_builds as older on older.id = part.build_id and older.destroyed_at is null
        and not is_malware(older.sha256)
      where part.file_id = build.file_id and releases.live_at is not null and releases.withdrawn_at is null
        and part.build_id <> build.id
      order by releases.live_at desc, releases.id desc limit 1
    ) as earlier on true
    where build.release_id = ${releaseId} and build.live_at is not null and build.replaced_at is null`.execute(
    tx,
  )
  for (const { fileId, buildId, earlierId } of rows) {
    if (buildId && earlierId) await replaceBuilds(tx, earlierId, [{ fileId, buildId }])
    else await withdrawFiles(tx, [fileId])
  }
  return rows.flatMap(({ buildId }) => buildId ?? [])
}

const hasBase = async (tx: Tx, gameId: string): Promise<boolean> =>
  (await currentFiles(tx, gameId)).some(({ customPriceCents }) => customPriceCents === null)
