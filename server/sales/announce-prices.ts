import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

const QUEUE = 'tell-wishlists'

/** Queues that those who want a game hear of its new price, in the transaction in which sales begin. */
export const announcePrices = (jobs: Jobs, tx: Tx): Promise<void> =>
  jobs.send(tx, QUEUE, {}, { singletonKey: QUEUE, retryLimit: 20, retryDelay: 5, retryBackoff: true })

/** Starts the job that tells them; each minute it looks for prices that fell without a sale. */
export const startAnnouncingPrices = (jobs: Jobs, tell: () => Promise<void>): Promise<void> =>
  jobs.schedule(QUEUE, '* * * * *', tell)
