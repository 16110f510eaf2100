import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

const QUEUE = 'announce-release'

/** What owners are told of a release: that it opened to some, that buyers have it, that what was announced changes, or that it was withdrawn. */
export type ReleaseEvent = 'early' | 'live' | 'changed' | 'withdrawn'

/** Queues that owners are told of a release, in the transaction of what happened (VE8, VE10, EA3). */
export const announceRelease = (jobs: Jobs, tx: Tx, releaseId: string, event: ReleaseEvent): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { releaseId, event },
    {
      singletonKey: `${releaseId} ${event}`,
      retryLimit: 20,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
    },
  )

/** Starts the job that tells owners of a release. A job of the version before has no event: its release went live. */
export const startAnnouncing = (
  jobs: Jobs,
  tell: (releaseId: string, event: ReleaseEvent) => Promise<void>,
): Promise<void> =>
  jobs.work<{ releaseId: string; event?: ReleaseEvent }>(QUEUE, ({ releaseId, event = 'live' }) =>
    tell(releaseId, event),
  )
