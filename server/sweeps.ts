import { SWEPT_AFTER_HOURS } from './authoring/uploads/sweep-uploads.ts'
import { purgeLinkChecks } from './checks/dead-links.ts'
import { restoreCountered } from './copyright/end-notice.ts'
import { notifyOwners } from './library/notify-owners.ts'
import { apologizeForLateApprovals } from './moderation/approvals/apologize.ts'
import { sweepFolder } from './platform/storage/disk.ts'
import { makeReleases } from './releases/record-release.ts'
import { watchHolds } from './reports/holds/watch-holds.ts'
import type { Store } from './store.ts'

/**
 * Starts what removes, every hour, the bytes that broken writes left in staging. Holds and late
 * reviews are watched, counter-notices restored and owners notified beside it.
 * @param tempDir folder of the file parts of forms
 */
export async function startSweeps(store: Store, tempDir: string): Promise<void> {
  const { jobs, storage, log } = store
  await jobs.schedule('sweep-set-aside', '17 * * * *', async () => {
    const before = new Date(store.clock().getTime() - SWEPT_AFTER_HOURS * 3_600_000)
    const removed = (await storage.sweep(before)) + (await sweepFolder(tempDir, before))
    log.info({ removed }, 'broken writes swept')
  })
  // The version before releases adds such builds while both run.
  await jobs.schedule('make-releases', '41 * * * *', () => makeReleases(store.db))
  await jobs.schedule('purge-link-checks', '47 * * * *', async () => void (await purgeLinkChecks(store)))
  await jobs.schedule('watch-holds', '*/5 * * * *', () => watchHolds(store))
  await jobs.schedule('apologize', '32 * * * *', () => apologizeForLateApprovals(store))
  await jobs.schedule('tell-owners', '*/15 * * * *', () => notifyOwners(store))
  await jobs.schedule('restore-countered', '2 * * * *', () => restoreCountered(store))
}
