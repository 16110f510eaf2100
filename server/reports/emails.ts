import type { Rule } from '@nofiller/contract/moderation/moderation'
import {
  CATEGORY_RULES,
  promiseOf,
  type ReportCategory,
  UNFOUNDED,
} from '@nofiller/contract/reports/report-rules'
import { showUtcDay } from '@nofiller/contract/text/time'
import type { Config } from '../config.ts'
import { NO_SECOND_PERSON } from '../platform/database/own-case.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { textSigner } from '../platform/signatures.ts'

type Named = { number: string; category: ReportCategory }

/** Emails about reports give a number, never the reported part: it may be hidden, and others may read along. */
export const receivedMail = (config: Config, to: string, { number, category }: Named): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `We received your report ${number}`,
    lines: [
      `You reported: ${CATEGORY_RULES[category].label}.`,
      promiseOf(category),
      'We’ll email you as soon as we’ve decided. Nobody outside the store learns who reported it.',
      { link: `${config.publicUrl}/reports`, label: 'Your reports' },
    ],
  })

/** The result of a report: whether the store acted, by which rule, and why. `isOwn`: it was about the only admin's own. */
export type Outcome = { isActed: boolean; answer: string; rule: Rule | null; isOwn: boolean }

const REVIEWER =
  'If the store has a second admin, someone who wasn’t involved in the decision will review it.'

export const outcomeMail = (
  config: Config,
  to: string,
  number: string,
  { isActed, answer, rule, isOwn }: Outcome,
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your report ${number} is decided`,
    lines: [
      isActed ? 'We acted on your report.' : 'We reviewed your report and took no action.',
      ...(rule ? [`The rule: ${rule.title} (${rule.id})`] : []),
      answer,
      ...(isOwn ? [NO_SECOND_PERSON] : []),
      `If you think that this is wrong, you can appeal within six months.${isOwn ? '' : ` ${REVIEWER}`}`,
      {
        link: `${config.publicUrl}/confirm-report#${signerOf(config).sign(number)}`,
        label: 'Appeal this decision',
      },
    ],
  })

type Unfounded = { number: string; reason: string }

/** A warning after unfounded reports, or a pause that ends at `endsAt`. Each report has a link to appeal. */
export const measureMail = (
  config: Config,
  to: string,
  reports: readonly Unfounded[],
  endsAt: Date | null,
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: endsAt ? 'Your reports are paused' : 'Several of your reports were unfounded',
    lines: [
      endsAt
        ? `We won’t accept reports from you until ${showUtcDay(endsAt)}, because more of your reports were unfounded after our warning. You can still report anything that may show minors or real people.`
        : `Please report only what you believe to be against our rules. If ${UNFOUNDED.pauseFrom} more of your reports are unfounded within ${UNFOUNDED.withinDays} days, we won’t accept any from you for ${UNFOUNDED.pauseDays} days.`,
      'These reports were unfounded:',
      ...reports.flatMap(({ number, reason }) => [
        `${number}: ${reason}`,
        {
          link: `${config.publicUrl}/confirm-report#${signerOf(config).sign(number)}`,
          label: `Appeal the decision about ${number}`,
        },
      ]),
      `If you think that this is wrong, you can appeal within six months. ${REVIEWER} What you were right about no longer counts.`,
    ],
  })

/** The report of an emailed link's token; null for a token that this store did not make. */
export const reportInLink = (config: Config, token: string): string | null => signerOf(config).read(token)

/** The purpose keeps its first name: emailed links are valid for six months. */
const signerOf = (config: Config) => textSigner(config.secretKeys, 'object-to-report')

export const heldMail = (config: Config, to: string, title: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `${title} is on hold`,
    lines: [
      `We received a report about ${title} that we have to check before anything else. Until then nobody sees it, and nobody can buy or download it.`,
      'Open payments still count: money that arrives is booked as a sale. We decide within 24 hours and write to you.',
      { link: `${config.publicUrl}/contact`, label: 'Write to us' },
    ],
  })

/** To every admin; only the queue names the reported part. */
export const safetyMail = (config: Config, to: string, subject: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject,
    lines: [
      'It is in the safety queue. Whoever runs that queue has to look at it and decide.',
      { link: `${config.publicUrl}/admin/reports`, label: 'Open the reports' },
    ],
  })

/** To the developer whose game was put on hold for a report that changes nothing. Never names the reporter. */
export const backMail = (
  config: Config,
  to: string,
  { title, answer }: { title: string; answer: string },
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `${title} is back`,
    lines: [answer, 'It is in the store as before. A person looked at it.'],
  })
