import { LATE_REVIEW_DAYS } from '@nofiller/contract/moderation/moderation-rules'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'

/** To a developer whose game waits for a review. */
export const lateApprovalMail = (config: Config, to: string, title: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `${title}: we are late, and we are sorry`,
    lines: [
      `${title} has waited for our review for more than ${LATE_REVIEW_DAYS} days. That is our fault, and there is nothing that you have to do. It is now among the first in line.`,
      { link: `${config.publicUrl}/dev-dashboard`, label: 'Open your dashboard' },
    ],
  })
