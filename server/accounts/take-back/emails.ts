import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export const takenBackMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `You took your ${config.STORE_NAME} account back`,
    lines: [
      'Every browser was logged out, the password no longer works, and what you ticked is gone. Payouts wait for 72 hours.',
      'If you have not chosen a new password yet, do so now:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })

/** To every recent address of the account. */
export const keysSuspendedMail = (config: Config, to: string, dueAt: Date): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `A way into your ${config.STORE_NAME} account will be removed`,
    lines: [
      `Someone took the account back with a link we emailed and logged out every browser. An authenticator app or passkeys added in the last 30 days no longer log anyone in, and will be removed on ${showUtcMoment(dueAt)}.`,
      'If that was you, there is nothing to do. You can log in with your new password after that.',
      'If it wasn’t, someone is reading your email. Change your email password, set a new one here, and log in with a code from your app: that cancels the removal. Or write to us:',
      { link: `${config.publicUrl}/contact`, label: 'Write to us' },
    ],
  })

export const keysRemovedMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Two-step verification was turned off for your ${config.STORE_NAME} account`,
    lines: [
      'It was set up shortly before you took your account back. You now log in with just your password.',
      'Set it up with your own app in your security settings.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
    ],
  })

/** To the other admins. */
export const roleSuspendedMail = (config: Config, to: string, username: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `An admin of ${config.STORE_NAME} took their account back`,
    lines: [
      `A stranger may have been in the account ${username}. Its owner took it back with a link we emailed, and it is not an admin account until one of you gives it the role again. First ask them by some means other than email, and look at what the account did.`,
      { link: `${config.publicUrl}/admin/audit`, label: 'Open the audit log' },
    ],
  })
