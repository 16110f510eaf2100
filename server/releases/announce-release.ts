import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

/** Its job tells the owners of a game about a release. */
export const ANNOUNCED_RELEASES = 'announce-release'

/** Queues that owners are told of a release, in the transaction that makes it live (VE8). */
export const announceRelease = (jobs: Jobs, tx: Tx, releaseId: string): Promise<void> =>
  jobs.send(
    tx,
    ANNOUNCED_RELEASES,
    { releaseId },
    { singletonKey: releaseId, retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
  )
