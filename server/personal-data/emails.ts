import { EXPORT_DAYS } from '@nofiller/contract/personal-data/personal-data-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** The link leads to a page behind sign-in, not to the archive. */
export const exportReadyMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} data is ready`,
    lines: [
      `The copy of your data that you asked for is ready. You can download it for ${EXPORT_DAYS} days.`,
      { link: `${config.publicUrl}/settings/data`, label: 'Download it' },
      'If you did not ask for it, someone else is logged in to your account. Set a new password now:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })

const NOT_ASKED =
  'If you did not ask for this, someone else is logged in to your account. Log in, cancel the deletion, and set a new password.'

export const deletionAskedMail = (config: Config, to: string, deletionAt: Date): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} account is closed and will be deleted`,
    lines: [
      `As you asked, your account is closed. It will be deleted on ${showUtcMoment(deletionAt)}, with everything you own here. Until then you can log in and cancel the deletion.`,
      { link: `${config.publicUrl}/settings/data`, label: 'Keep my account' },
      NOT_ASKED,
    ],
  })

export const deletionReminderMail = (config: Config, to: string, deletionAt: Date): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} account will be deleted soon`,
    lines: [
      `Your account will be deleted on ${showUtcMoment(deletionAt)}, with everything you own here. There is no way back after that.`,
      { link: `${config.publicUrl}/settings/data`, label: 'Keep my account' },
      NOT_ASKED,
    ],
  })

export const deletionCancelledMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} account stays`,
    lines: [
      'You kept your account. Nothing was deleted. Links you had made for download programs have ended.',
    ],
  })
