import { EXPORT_DAYS } from '@nofiller/contract/personal-data-rules'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/compose-mail.ts'
import type { Mail } from '../platform/mail.ts'

/** The link leads to a page behind sign-in, not to the archive. */
export const exportReadyMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} data is ready`,
    lines: [
      `The copy of your data that you asked for is ready. You can download it for ${EXPORT_DAYS} days.`,
      { link: `${config.publicUrl}/settings/data`, label: 'Download it' },
      'If you did not ask for it, somebody else is logged in to your account. Set a new password now:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })
