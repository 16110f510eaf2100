import { followApproval } from '../moderation/approvals/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { openPostsWith } from '../posts/open-on-time.ts'
import { checkBuilds } from '../reports/evidence/blocked-files.ts'
import type { Store } from '../store.ts'
import { queueReleaseEvent } from '../webhooks/game-events.ts'
import { announceRelease } from './announce-release.ts'
import { makeLive } from './make-live.ts'
import type { ReleaseRow } from './release-row.ts'

/** Makes a release live that may go live, with its game's row locked. */
export async function openRelease(
  store: Store,
  tx: Tx,
  author: Pick<Account, 'role'>,
  { id, game_id: gameId, live_at: liveAt, builds }: ReleaseRow,
): Promise<void> {
  await makeLive(tx, gameId, id)
  await followApproval(store, tx, author, gameId)
  await checkBuilds(
    store,
    tx,
    builds.map(({ buildId }) => buildId),
  )
  await announceRelease(store.jobs, tx, id, 'live')
  if (liveAt === null) await queueReleaseEvent(tx, 'release.live', id)
  await openPostsWith(store, tx, id)
  await store.catalogChanged.announce(tx)
}
