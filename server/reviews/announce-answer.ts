import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

const QUEUE = 'tell-reviews'

/**
 * Queues that the writer of a review hears of its answer, in the transaction that saves it. By a key of its own it neither waits
 * for another answer that is being saved nor is left out because a job for that one waits already.
 */
export const announceAnswer = (jobs: Jobs, tx: Tx, reviewId: string): Promise<void> =>
  jobs.send(tx, QUEUE, {}, { singletonKey: reviewId, retryLimit: 20, retryDelay: 5, retryBackoff: true })

/** Starts the job that tells of answers and of new reviews; every five minutes it looks for those that nobody heard of. */
export const startAnnouncingReviews = (jobs: Jobs, tell: () => Promise<void>): Promise<void> =>
  jobs.schedule(QUEUE, '*/5 * * * *', tell)
