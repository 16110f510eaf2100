import { CATEGORY_RULES, promiseOf, type ReportCategory } from '@nofiller/contract/report-rules'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/compose-mail.ts'
import type { Mail } from '../platform/mail.ts'

type Named = { number: string; category: ReportCategory }

/** Mails about reports name a number, never what was reported: it may be hidden, and others may read along. */
export const receiptMail = (config: Config, to: string, { number, category }: Named): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `We received your report ${number}`,
    lines: [
      `You reported: ${CATEGORY_RULES[category].label}.`,
      promiseOf(category),
      'We write to you as soon as it is decided. The developer never learns who reported.',
      { link: `${config.publicUrl}/reports`, label: 'Your reports' },
    ],
  })

/** The token is in the link's fragment, which browsers never send to a server. */
export const confirmMail = (config: Config, to: string, { number, category }: Named, token: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Confirm your report ${number}`,
    lines: [
      `Somebody, probably you, reported: ${CATEGORY_RULES[category].label}.`,
      { link: `${config.publicUrl}/confirm-report#${token}`, label: 'Confirm the report' },
      'The link works for 24 hours.',
      promiseOf(category),
      'If this was not you, ignore this email.',
    ],
  })

export const outcomeMail = (config: Config, to: string, number: string, answer: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your report ${number} is decided`,
    lines: [
      answer,
      'If you think that this is wrong, write to us and name the number.',
      { link: `${config.publicUrl}/contact`, label: 'Write to us' },
    ],
  })
