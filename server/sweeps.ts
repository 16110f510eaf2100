import { sweepFolder } from './platform/storage/disk.ts'
import type { Store } from './store.ts'

const SWEPT_AFTER_MS = 86_400_000

/**
 * Starts the hourly job that removes what interrupted writes left in staging a day ago.
 * @param tempDir folder of the file parts of forms
 */
export const startSweeping = ({ jobs, storage, clock, log }: Store, tempDir: string): Promise<void> =>
  jobs.schedule('sweep-set-aside', '17 * * * *', async () => {
    const before = new Date(clock().getTime() - SWEPT_AFTER_MS)
    const removed = (await storage.sweep(before)) + (await sweepFolder(tempDir, before))
    log.info({ removed }, 'broken writes swept')
  })
