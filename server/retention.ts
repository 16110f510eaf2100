import { RETENTION, type Retained } from '@nofiller/contract/personal-data/retention-rules'
import { purgeEmailChanges } from './accounts/email/change-email.ts'
import { purgeChallenges } from './accounts/passkeys/challenge.ts'
import { purgeGivenUp } from './accounts/registration/names.ts'
import { purgeUnverified } from './accounts/registration/register.ts'
import { purgePendingLogins } from './accounts/second-factor/pending-login.ts'
import { purgeRememberedDevices } from './accounts/second-factor/remembered-devices.ts'
import { purgeEvents } from './accounts/security-events/list-events.ts'
import { purgeEndedSessions, purgeResetLinks } from './accounts/sessions/session.ts'
import { purgeAuditLog } from './admin/audit/audit-chain.ts'
import { purgeVisitors } from './analytics/views.ts'
import { sweepUploads } from './authoring/uploads/sweep-uploads.ts'
import { purgeUnconfirmedNotices } from './copyright/confirm-notice.ts'
import { purgeApprovals } from './moderation/approvals/purge-approvals.ts'
import { purgeNotices } from './notices/purge-notices.ts'
import { purgeOldTexts, purgeRecords } from './orders/queue-order-email.ts'
import { purgeMessages } from './orders/settlement/webhook.ts'
import { purgeFreezeLinks } from './payouts/addresses/freeze-payouts.ts'
import { purgeExports } from './personal-data/exports.ts'
import { purgeReporters, purgeReports } from './reports/purge-reports.ts'
import { purgeUnconfirmed } from './reports/sending/confirm-report.ts'
import type { Store } from './store.ts'
import { purgeContacts } from './support/contact.ts'
import { purgeDeliveries } from './webhooks/watch-endpoints.ts'

/** A line for each of the privacy page's. */
const FORGET: Record<Retained, (store: Store) => Promise<unknown>> = {
  unverifiedAccounts: purgeUnverified,
  links: async ({ db }) => {
    await purgeResetLinks(db)
    await purgeEmailChanges(db)
    await purgeFreezeLinks(db)
  },
  sessions: async ({ db }) => {
    await purgeEndedSessions(db)
    await purgeChallenges(db)
    await purgePendingLogins(db)
  },
  rememberedDevices: ({ db }) => purgeRememberedDevices(db),
  securityEvents: ({ db }) => purgeEvents(db),
  visitors: ({ db }) => purgeVisitors(db),
  uploads: sweepUploads,
  exports: purgeExports,
  providerMessages: ({ db }) => purgeMessages(db),
  mailTexts: ({ db }) => purgeOldTexts(db),
  mailRecords: ({ db }) => purgeRecords(db),
  notices: ({ db }) => purgeNotices(db),
  webhooks: purgeDeliveries,
  contactMessages: ({ db }) => purgeContacts(db),
  unconfirmedReports: async ({ db }) => {
    await purgeUnconfirmed(db)
    await purgeUnconfirmedNotices(db)
  },
  reporters: ({ db }) => purgeReporters(db),
  reports: ({ db }) => purgeReports(db),
  reviews: ({ db }) => purgeApprovals(db),
  penNames: ({ db }) => purgeGivenUp(db),
  auditLog: ({ db }) => purgeAuditLog(db),
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

/** Starts the job that removes data at the end of the privacy page's periods: hourly, because some is promised within a day. */
export async function startRetention(store: Store): Promise<void> {
  for (const queue of REPLACED) await store.jobs.unschedule(queue)
  await store.jobs.schedule('retention', '7 * * * *', () => purgeExpired(store))
}

/**
 * Removes data beyond its period. A failing rule does not prevent the others.
 * @throws AggregateError of all failures, so the job is retried and shows in To do
 */
export async function purgeExpired(store: Store): Promise<void> {
  const failures: unknown[] = []
  for (const line of Object.keys(RETENTION) as Retained[]) // its keys are these
    await FORGET[line](store).catch((error) => failures.push(new Error(line, { cause: error })))
  if (failures.length > 0) throw new AggregateError(failures, 'not all that is old could be removed')
}
