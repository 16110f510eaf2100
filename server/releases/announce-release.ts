import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

const QUEUE = 'announce-release'

/** Queues that owners are told of a release, in the transaction that makes it live (VE8). */
export const announceRelease = (jobs: Jobs, tx: Tx, releaseId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { releaseId },
    { singletonKey: releaseId, retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
  )

/** Starts the job that tells owners of a release that went live. */
export const startAnnouncing = (jobs: Jobs, tell: (releaseId: string) => Promise<void>): Promise<void> =>
  jobs.work<{ releaseId: string }>(QUEUE, ({ releaseId }) => tell(releaseId))
