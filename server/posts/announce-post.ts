import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

const QUEUE = 'announce-post'

/** Queues that owners and followers are told of a post, in the transaction that shows it. */
export const announcePost = (jobs: Jobs, tx: Tx, postId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { postId },
    { singletonKey: postId, retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
  )

/** Starts the job that tells them. */
export const startAnnouncingPosts = (jobs: Jobs, tell: (postId: string) => Promise<void>): Promise<void> =>
  jobs.work<{ postId: string }>(QUEUE, ({ postId }) => tell(postId))
