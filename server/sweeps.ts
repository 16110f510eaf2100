import { dropUnverified } from './accounts/registration/register.ts'
import { dropEndedSessions } from './accounts/sessions/session.ts'
import { forgetVisitors } from './analytics/views.ts'
import { SWEPT_AFTER_HOURS, sweepUploads } from './authoring/uploads/sweep-uploads.ts'
import { dropOldMessages } from './orders/settlement/webhook.ts'
import { sweepFolder } from './platform/storage/disk.ts'
import { dropUnconfirmed } from './reports/confirm-report.ts'
import { watchHolds } from './reports/watch-holds.ts'
import type { Store } from './store.ts'
import { dropOldContacts } from './support/contact.ts'

/**
 * Starts what removes, every hour, what nobody will ask for again: uploads that no game took, bytes that broken writes left
 * aside, registrations and reports that were not confirmed, and the traces of sessions, messages and visitors that are over. Holds are watched beside it.
 * @param tempDir folder of the file parts of forms
 */
export async function startSweeps(store: Store, tempDir: string): Promise<void> {
  const { jobs, storage, log } = store
  await jobs.schedule('sweep-uploads', '7 * * * *', async () => {
    log.info({ removed: await sweepUploads(store) }, 'uploads swept')
  })
  await jobs.schedule('sweep-set-aside', '17 * * * *', async () => {
    const before = new Date(store.clock().getTime() - SWEPT_AFTER_HOURS * 3_600_000)
    const removed = (await storage.sweep(before)) + (await sweepFolder(tempDir, before))
    log.info({ removed }, 'broken writes swept')
  })
  await jobs.schedule('drop-unverified', '27 * * * *', () => dropUnverified(store))
  await jobs.schedule('drop-ended-sessions', '37 * * * *', () => dropEndedSessions(store.db))
  await jobs.schedule('drop-old-messages', '47 * * * *', () => dropOldMessages(store.db))
  await jobs.schedule('forget-visitors', '5 * * * *', () => forgetVisitors(store.db))
  await jobs.schedule('watch-holds', '*/5 * * * *', () => watchHolds(store))
  await jobs.schedule('drop-unconfirmed-reports', '55 * * * *', () => dropUnconfirmed(store.db))
  await jobs.schedule('drop-old-contacts', '57 * * * *', () => dropOldContacts(store.db))
}
