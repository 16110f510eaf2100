import type { Received } from '@nofiller/contract/calls'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { type Step, WINDOW_TEXT, worsens } from '@nofiller/contract/releases/windows'
import { lockOwnGame, onlySaveOf } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import { conflict, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { announceRelease } from './announce-release.ts'
import { auditRelease } from './audit-release.ts'
import { openSteps } from './open-steps.ts'
import { ownRelease } from './own-releases.ts'
import { checksOf, factsOf, findRelease, gameOfRelease, type StepRow } from './release-row.ts'
import { whyNotLive } from './release-state.ts'
import { refuseSteps, stepsOfGame, writeSteps } from './release-steps.ts'

/**
 * Changes the steps of a planned or opening release that are ahead. What supporters were told and get later, or less long
 * before owners, needs a reason, which they are told (EA3).
 * @throws HttpError 404, 409 `not_planned`, `window_promised`, `game_suspended`, `taken_down_as_illegal`, 422 with `fields`
 */
export async function changeSteps(
  store: Store,
  author: Account,
  releaseId: string,
  { steps, reason }: Received<'PUT /api/releases/:releaseId/steps', 'body'>,
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, gameId)
    const game = await lockOwnGame(tx, author, gameId)
    const release = await findRelease(tx, releaseId)
    if (release.live_at || release.withdrawn_at || !release.opens_at)
      throw conflict('not_planned', 'Only a release that opens later has steps to change.')
    const refusal = whyNotLive(factsOf(release, await checksOf({ ...store, db: tx }, [release])), game)
    if (refusal) throw refusal
    const ofGame = await stepsOfGame(tx, gameId)
    refuseSteps(steps, ofGame, now, openedOf(release.steps, steps))
    const isWorse = worsens(release.steps, steps, now)
    if (isWorse && reason === '') throw unprocessable({ reason: WINDOW_TEXT.reason })
    await writeSteps(tx, releaseId, steps, ofGame)
    if (isWorse) {
      await tx.updateTable('releases').set({ steps_reason: reason }).where('id', '=', releaseId).execute()
      await announceRelease(store.jobs, tx, releaseId, 'changed')
    }
    await openSteps(store, tx, author, await findRelease(tx, releaseId))
    await auditRelease(tx, author, game, { release: release.label, change: 'steps changed' }, reason || null)
    await store.catalogChanged.announce(tx)
  })
  store.log.info({ accountId: author.id, gameId, releaseId, steps }, 'steps of a release changed')
  return ownRelease(store, releaseId)
}

/** How many of the steps have opened, which stay as they are. @throws HttpError 422 */
function openedOf(before: readonly StepRow[], after: readonly Step[]): number {
  const opened = before.filter(({ openedAt }) => openedAt !== null)
  const isSame = ({ audience, opensAt }: StepRow, at: number) =>
    after[at]?.audience === audience && Date.parse(after[at]?.opensAt ?? '') === Date.parse(opensAt)
  if (!opened.every(isSame)) throw unprocessable({ steps: WINDOW_TEXT.opened })
  return opened.length
}
