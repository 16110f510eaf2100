import { RETENTION, type Retained } from '@nofiller/contract/personal-data/retention-rules'
import { dropOldEmailChanges } from './accounts/email/change-email.ts'
import { dropOldChallenges } from './accounts/passkeys/challenge.ts'
import { dropUnverified } from './accounts/registration/register.ts'
import { dropOldPendingLogins } from './accounts/second-factor/pending-login.ts'
import { dropOldDevices } from './accounts/second-factor/remembered-devices.ts'
import { dropOldEvents } from './accounts/security-events/list-events.ts'
import { dropEndedSessions, dropOldResetLinks } from './accounts/sessions/session.ts'
import { forgetAuditLog } from './admin/audit/audit-chain.ts'
import { forgetVisitors } from './analytics/views.ts'
import { sweepUploads } from './authoring/uploads/sweep-uploads.ts'
import { dropUnconfirmedNotices } from './copyright/confirm-notice.ts'
import { forgetReviews } from './moderation/reviews/forget-reviews.ts'
import { dropOldRecords, forgetOldTexts } from './orders/order-mail.ts'
import { dropOldMessages } from './orders/settlement/webhook.ts'
import { dropOldFreezeLinks } from './payouts/addresses/freeze-payouts.ts'
import { dropOldExports } from './personal-data/exports.ts'
import { forgetReporters, forgetReports } from './reports/forget-reports.ts'
import { dropUnconfirmed } from './reports/sending/confirm-report.ts'
import type { Store } from './store.ts'
import { dropOldContacts } from './support/contact.ts'

/** A line for each of the privacy page's. */
const FORGET: Record<Retained, (store: Store) => Promise<unknown>> = {
  unverifiedAccounts: dropUnverified,
  links: async ({ db }) => {
    await dropOldResetLinks(db)
    await dropOldEmailChanges(db)
    await dropOldFreezeLinks(db)
  },
  sessions: async ({ db }) => {
    await dropEndedSessions(db)
    await dropOldChallenges(db)
    await dropOldPendingLogins(db)
  },
  rememberedDevices: ({ db }) => dropOldDevices(db),
  securityEvents: ({ db }) => dropOldEvents(db),
  visitors: ({ db }) => forgetVisitors(db),
  uploads: sweepUploads,
  exports: dropOldExports,
  providerMessages: ({ db }) => dropOldMessages(db),
  mailTexts: ({ db }) => forgetOldTexts(db),
  mailRecords: ({ db }) => dropOldRecords(db),
  contactMessages: ({ db }) => dropOldContacts(db),
  unconfirmedReports: async ({ db }) => {
    await dropUnconfirmed(db)
    await dropUnconfirmedNotices(db)
  },
  reporters: ({ db }) => forgetReporters(db),
  reports: ({ db }) => forgetReports(db),
  reviews: ({ db }) => forgetReviews(db),
  auditLog: ({ db }) => forgetAuditLog(db),
}

/** Schedules of earlier versions, which the database still holds. */
const REPLACED = [
  'sweep-uploads',
  'drop-unverified',
  'drop-ended-sessions',
  'drop-old-messages',
  'forget-visitors',
  'drop-unconfirmed-reports',
  'drop-old-contacts',
]

/** Starts the job that removes what has been kept as long as the privacy page says: hourly, because some is promised within a day. */
export async function startRetention(store: Store): Promise<void> {
  for (const queue of REPLACED) await store.jobs.unschedule(queue)
  await store.jobs.schedule('retention', '7 * * * *', () => forgetWhatIsOld(store))
}

/**
 * Removes what is older than it may be. One line that fails keeps no other from its work.
 * @throws AggregateError of what failed, so that the job is tried again and stands in To do
 */
export async function forgetWhatIsOld(store: Store): Promise<void> {
  const failures: unknown[] = []
  for (const line of Object.keys(RETENTION) as Retained[]) // its keys are these
    await FORGET[line](store).catch((error) => failures.push(new Error(line, { cause: error })))
  if (failures.length > 0) throw new AggregateError(failures, 'not all that is old could be removed')
}
