import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { queueReleaseEvent } from '../webhooks/game-events.ts'
import { buildFindings } from './found-in-builds.ts'

/** Tells the developer's endpoints of releases that a check of some builds has just failed. */
export async function queueFailedReleases(
  { config }: Pick<Store, 'config'>,
  tx: Tx,
  buildIds: readonly string[],
): Promise<void> {
  const failed = (await buildFindings({ db: tx, config }, buildIds))
    .filter(({ findings }) => findings.some(({ level }) => level === 'blocks'))
    .map(({ buildId }) => buildId)
  if (failed.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select distinct releases.id
    from release_builds as part join releases on releases.id = part.release_id
    where part.build_id = any(${sql.val(failed)}::uuid[])
      and releases.live_at is null and releases.early_at is null and releases.withdrawn_at is null`.execute(
    tx,
  )
  for (const { id } of rows) await queueReleaseEvent(tx, 'release.failed', id)
}
