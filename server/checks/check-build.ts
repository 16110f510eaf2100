import type { Queryable } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Store } from '../store.ts'
import { oneArchiveAtATime } from './archives/archive.ts'
import { readContents, type StoredBuild } from './build-contents.ts'
import { queueFailedReleases } from './queue-failed.ts'

const QUEUE = 'check-build'

/** Queues the reading of what a build holds. */
export const queueCheck = (jobs: Jobs, tx: Queryable, buildId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { buildId },
    { singletonKey: buildId, retryLimit: 10, retryDelay: 30, retryBackoff: true },
  )

/** Starts the job that reads new builds. */
export const startChecking = (store: Store): Promise<void> =>
  store.jobs.work<{ buildId: string }>(QUEUE, ({ buildId }) => checkBuild(store, buildId))

/** Stores what a build's bytes say (PF1). They never change, so this is read once. */
async function checkBuild({ db, storage, config }: Store, buildId: string): Promise<void> {
  const build = await db
    .selectFrom('file_builds')
    .select(['file_id', 'created_at', 'contents', ...STORED])
    .where('id', '=', buildId)
    .where('destroyed_at', 'is', null)
    .executeTakeFirst()
  if (!build || build.contents !== null) return
  const before = await db
    .selectFrom('file_builds')
    .select(STORED)
    .where('file_id', '=', build.file_id)
    .where('created_at', '<', build.created_at)
    .where('live_at', 'is not', null)
    .where('destroyed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const contents = await oneArchiveAtATime(() =>
    readContents(storage, stored(build), before ? stored(before) : null),
  )
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('file_builds')
      .set({ contents: JSON.stringify(contents) })
      .where('id', '=', buildId)
      .where('contents', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await queueFailedReleases({ config }, tx, [buildId])
  })
}

const STORED = ['name', 'storage_key', 'size_bytes'] as const

const stored = (row: { name: string; storage_key: string; size_bytes: number }): StoredBuild => ({
  name: row.name,
  storageKey: row.storage_key,
  sizeBytes: row.size_bytes,
})
