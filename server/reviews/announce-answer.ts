import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

const QUEUE = 'tell-reviews'

/** Queues that the writer of a review hears of its answer, in the transaction that saves it. */
export const announceAnswer = (jobs: Jobs, tx: Tx): Promise<void> =>
  jobs.send(tx, QUEUE, {}, { singletonKey: QUEUE, retryLimit: 20, retryDelay: 5, retryBackoff: true })

/** Starts the job that tells of answers and of new reviews; every five minutes it looks for those that nobody heard of. */
export const startTellingOfReviews = (jobs: Jobs, tell: () => Promise<void>): Promise<void> =>
  jobs.schedule(QUEUE, '*/5 * * * *', tell)
