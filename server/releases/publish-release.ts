import type { Received } from '@nofiller/contract/calls'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { lockOwnGame, onlySaveOf } from '../catalog/own-game.ts'
import { pageFindings } from '../checks/found-on-page.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { auditRelease } from './audit-release.ts'
import { openRelease } from './open-release.ts'
import { openSteps } from './open-steps.ts'
import { ownRelease } from './own-releases.ts'
import { checksOf, factsOf, findRelease, gameOfRelease } from './release-row.ts'
import { problemOf, whyNotLive } from './release-state.ts'
import { refuseAnnounced, refuseFirstSteps, stepsOfGame, writeSteps } from './release-steps.ts'

/** When a release opens, or in which steps; now without either. */
type Opening = Received<'POST /api/releases/:releaseId/live', 'body'>

/**
 * Publishes a draft now, or plans when it opens, and to whom (EA1).
 * @throws HttpError 404, 409 `not_ready`, `already_live`, `game_suspended`, `taken_down_as_illegal`, `window_promised`, 422 for
 * a time in the past, or steps that break a rule
 */
export async function publishRelease(
  store: Store,
  author: Account,
  releaseId: string,
  { opensAt, steps }: Opening,
): Promise<OwnRelease> {
  const time = opensAt === undefined || steps ? null : new Date(opensAt)
  const now = store.clock()
  if (time && time <= now) throw unprocessable({ opensAt: 'Choose a time in the future.' })
  const gameId = await gameOfRelease(store.db, author, releaseId)
  const onPage = (await pageFindings(store, gameId)).find(({ level }) => level === 'blocks')
  await store.db.transaction().execute(async (tx) => {
    const { release, game } = await lockRelease(store, tx, author, gameId, releaseId)
    if (onPage) throw conflict('not_ready', problemOf(onPage))
    const isLater = time !== null || (steps !== undefined && steps[0]?.opensAt !== null)
    await auditRelease(tx, author, game, {
      release: release.label,
      change: isLater ? 'scheduled' : 'published',
    })
    if (!time && !steps) return openRelease(store, tx, author, release)
    if (steps) {
      const ofGame = await stepsOfGame(tx, gameId)
      refuseFirstSteps(steps, ofGame, now)
      await writeSteps(tx, releaseId, steps, ofGame)
      await openSteps(store, tx, author, release)
    } else {
      await tx.deleteFrom('release_steps').where('release_id', '=', releaseId).execute()
      await tx.updateTable('releases').set({ opens_at: time }).where('id', '=', releaseId).execute()
    }
    await store.catalogChanged.announce(tx) // every process waits for its time
  })
  store.log.info({ accountId: author.id, gameId, releaseId, opensAt, steps }, 'release published')
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
  refuseAnnounced(release)
  if (release.early_at) throw conflict('already_live', 'This release is open to some already.')
  return { release, game }
}

/** Takes back the schedule of a release: it is a draft again. @throws HttpError 404, 409 `already_live`, `window_promised` */
export async function unscheduleRelease(
  store: Store,
  author: Account,
  releaseId: string,
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    const release = await findRelease(tx, releaseId)
    refuseAnnounced(release)
    if (release.live_at || release.early_at) throw conflict('already_live', 'This release is live already.')
    await unschedule(tx, releaseId)
    await auditRelease(tx, author, game, { release: release.label, change: 'schedule removed' })
  })
  return ownRelease(store, releaseId)
}

/** Makes a planned release a draft again. */
export async function unschedule(tx: Tx, releaseId: string): Promise<void> {
  await tx.updateTable('releases').set({ opens_at: null }).where('id', '=', releaseId).execute()
  await tx.deleteFrom('release_steps').where('release_id', '=', releaseId).execute()
}
