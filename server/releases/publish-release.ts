import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { lockOwnGame, onlySaveOf } from '../catalog/own-game.ts'
import { pageFindings } from '../checks/found-on-page.ts'
import { followApproval } from '../moderation/approvals/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, unprocessable } from '../platform/http/errors/errors.ts'
import { checkBuilds } from '../reports/evidence/blocked-files.ts'
import type { Store } from '../store.ts'
import { announceRelease } from './announce-release.ts'
import { auditRelease } from './audit-release.ts'
import { makeLive } from './make-live.ts'
import { ownRelease } from './own-releases.ts'
import { checksOf, factsOf, findRelease, gameOfRelease, type ReleaseRow } from './release-row.ts'
import { problemOf, whyNotLive } from './release-state.ts'

/**
 * Publishes a draft now, or schedules it.
 * @param opensAt ISO 8601; without it, now
 * @throws HttpError 404, 409 `not_ready`, `already_live`, `game_suspended`, `taken_down_as_illegal`, 422 for a time in the past
 */
export async function publishRelease(
  store: Store,
  author: Account,
  releaseId: string,
  opensAt: string | undefined,
): Promise<OwnRelease> {
  const time = opensAt === undefined ? null : new Date(opensAt)
  if (time && time <= store.clock()) throw unprocessable({ opensAt: 'Choose a time in the future.' })
  const gameId = await gameOfRelease(store.db, author, releaseId)
  const onPage = (await pageFindings(store, gameId)).find(({ level }) => level === 'blocks')
  await store.db.transaction().execute(async (tx) => {
    const { release, game } = await lockRelease(store, tx, author, gameId, releaseId)
    if (onPage) throw conflict('not_ready', problemOf(onPage))
    const change = time ? 'scheduled' : 'published'
    await auditRelease(tx, author, game, { release: release.label, change })
    if (!time) return openRelease(store, tx, author, release)
    await tx.updateTable('releases').set({ opens_at: time }).where('id', '=', releaseId).execute()
    await store.catalogChanged.announce(tx) // every process waits for its time
  })
  store.log.info({ accountId: author.id, gameId, releaseId, opensAt }, 'release published')
  return ownRelease(store, releaseId)
}

/** The release with its game's row locked, once it may go live. @throws HttpError 404, 409 */
async function lockRelease(store: Store, tx: Tx, author: Account, gameId: string, releaseId: string) {
  await onlySaveOf(tx, gameId)
  const game = await lockOwnGame(tx, author, gameId)
  const release = await findRelease(tx, releaseId)
  const checks = await checksOf({ ...store, db: tx }, [release])
  const refusal = whyNotLive(factsOf(release, checks), game)
  if (refusal) throw refusal
  return { release, game }
}

/** Makes a release live that may go live, with its game's row locked. */
export async function openRelease(
  store: Store,
  tx: Tx,
  author: Pick<Account, 'role'>,
  { id, game_id: gameId, builds }: ReleaseRow,
): Promise<void> {
  await makeLive(tx, gameId, id)
  await followApproval(store, tx, author, gameId)
  await checkBuilds(
    store,
    tx,
    builds.map(({ buildId }) => buildId),
  )
  await announceRelease(store.jobs, tx, id)
  await store.catalogChanged.announce(tx)
}

/** Takes back the schedule of a release: it is a draft again. @throws HttpError 404, 409 `already_live` */
export async function unscheduleRelease(
  store: Store,
  author: Account,
  releaseId: string,
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    const release = await tx
      .updateTable('releases')
      .set({ opens_at: null })
      .where('id', '=', releaseId)
      .where('live_at', 'is', null)
      .returning('label')
      .executeTakeFirst()
    if (!release) throw conflict('already_live', 'This release is live already.')
    await auditRelease(tx, author, game, { release: release.label, change: 'schedule removed' })
  })
  return ownRelease(store, releaseId)
}
