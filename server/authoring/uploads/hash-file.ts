import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { queueCheck } from '../../checks/check-build.ts'
import { queueScan } from '../../checks/scan-build.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { checkBuilds } from '../../reports/evidence/blocked-files.ts'
import type { Store } from '../../store.ts'

const QUEUE = 'hash-file'

/** Queues the hashing of a build with the save that adds it: gigabytes take longer than a developer should wait. */
export const queueHash = (jobs: Jobs, tx: Tx, buildId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { buildId },
    { singletonKey: buildId, retryLimit: 10, retryDelay: 30, retryBackoff: true },
  )

export const startHashing = (store: Store): Promise<void> =>
  store.jobs.work<{ buildId: string }>(QUEUE, ({ buildId }) => hashBuild(store, buildId))

/** Keeps the SHA-256 of a build's bytes, read as a stream. The game's page shows it; a blocked one hides the game. */
async function hashBuild(store: Store, buildId: string): Promise<void> {
  const { db, storage, catalogChanged } = store
  const build = await db
    .selectFrom('file_builds')
    .select('storage_key')
    .where('id', '=', buildId)
    .executeTakeFirst()
  if (!build) return
  const hash = createHash('sha256')
  await pipeline(storage.read(build.storage_key), hash)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('file_builds').set({ sha256: hash.digest() }).where('id', '=', buildId).execute()
    await checkBuilds(store, tx, [buildId])
    await queueCheck(store.jobs, tx, buildId)
    await queueScan(store, tx, buildId)
    await catalogChanged.announce(tx)
  })
}
