import { CODE_MINUTES, REGISTRATION_HOURS } from '../accounts/account-rules.ts'
import { REMEMBERED_DAYS } from '../accounts/second-factor-rules.ts'
import { NOTICE_DAYS } from '../notices/notice-rules.ts'
import { WEBHOOK_LIMITS } from '../webhooks/webhook-rules.ts'
import { EXPORT_DAYS } from './personal-data-rules.ts'

/**
 * How long the store keeps what: the table of the privacy page, which the removal jobs also use. `after` is an
 * interval in PostgreSQL's syntax, from the moment that `period` names.
 */
export const RETENTION = {
  unverifiedAccounts: {
    what: 'An account that was never verified',
    period: `${REGISTRATION_HOURS} hours`,
    after: `${REGISTRATION_HOURS} hours`,
  },
  links: {
    what: 'A link to reset a password, to change an email address or to stop payouts',
    period:
      'valid for 60 minutes, or for the days that its email names; removed a day later, but for a change of an email address, which can be taken back for 30 days',
    after: '1 day',
  },
  sessions: {
    what: 'A session',
    period:
      'ends after 30 days without use, after 90 days in any case, or when you log out; its record is removed 30 days later',
    after: '30 days',
  },
  rememberedDevices: {
    what: 'A device on which you are not asked for a code',
    period: `${REMEMBERED_DAYS} days`,
    after: `${REMEMBERED_DAYS} days`,
  },
  securityEvents: {
    what: 'Log-ins, and changes of passwords and other keys, as you see them in your settings',
    period: '90 days',
    after: '90 days',
  },
  visitors: {
    what: 'What tells two visitors of a game’s page apart',
    period: 'until the end of the day',
    after: '0 days',
  },
  uploads: { what: 'An upload that was never used in a game', period: '24 hours', after: '24 hours' },
  exports: {
    what: 'A copy of your data that you asked for',
    period: `${EXPORT_DAYS} days`,
    after: `${EXPORT_DAYS} days`,
  },
  providerMessages: { what: 'Raw messages of the payment provider', period: '30 days', after: '30 days' },
  mailTexts: { what: 'What an email about an order said', period: '30 days', after: '30 days' },
  mailRecords: { what: 'That it was sent, when and where to', period: '1 year', after: '1 year' },
  notices: {
    what: 'Notices, such as new versions of your games',
    period: `${NOTICE_DAYS} days`,
    after: `${NOTICE_DAYS} days`,
  },
  webhooks: {
    what: 'What was sent to the webhook endpoints of a developer',
    period: `${WEBHOOK_LIMITS.logDays} days`,
    after: `${WEBHOOK_LIMITS.logDays} days`,
  },
  contactMessages: { what: 'Contact messages', period: '180 days', after: '180 days' },
  unconfirmedReports: {
    what: 'A report or copyright notice that was never confirmed',
    period: '24 hours',
    after: '24 hours',
  },
  reporters: {
    what: 'Name and email of who reported something',
    period: '1 year after the decision',
    after: '1 year',
  },
  reports: { what: 'Reports and what was decided', period: '2 years after the decision', after: '2 years' },
  reviews: {
    what: 'Reviews of games, decisions about them and appeals',
    period: '2 years after the decision',
    after: '2 years',
  },
  penNames: {
    what: 'A pen name that was changed or whose account was deleted, as a code that nobody can read',
    period: '1 year, so that nobody else takes it meanwhile',
    after: '1 year',
  },
  auditLog: { what: 'What admins did, with their names', period: '6 years', after: '6 years' },
} as const satisfies Record<string, { what: string; period: string; after: string }>

export type Retained = keyof typeof RETENTION

/** How long a sealed game is kept after it was reported to an authority, in PostgreSQL's syntax. */
export const SEALED_FOR = '1 year'

/** What no job removes, and why. */
export const OTHER_RETENTION = [
  {
    what: 'Account, passkeys, two-step verification, library, downloads, consents, requests to sell',
    period: 'until the account is deleted',
  },
  {
    what: 'The names of a deleted account, as a code that nobody can read',
    period: 'for good, so that nobody else takes them',
  },
  { what: 'A code by email', period: `valid for ${CODE_MINUTES} minutes, removed a day later` },
  { what: 'Copyright notices and their answers', period: 'as long as claims can arise from them' },
  {
    what: 'Files and pictures of a game that we removed as illegal',
    period: `${SEALED_FOR} after we reported it to an authority, longer while one asks for them; then two people have them destroyed`,
  },
  { what: 'Orders, payments and books', period: 'as long as accounting law requires' },
  { what: 'Server log', period: 'as long as it is needed to find faults and attacks' },
  { what: 'Counters of limits', period: '24 hours at most' },
]
