import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { minute } from '../mails.ts'

export const takenBackMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `You took your ${config.STORE_NAME} account back`,
    lines: [
      'Every browser was logged out, the password no longer works, and what you ticked is gone. Payouts wait for 72 hours.',
      'If you have not chosen a new password yet, do so now:',
      { link: `${config.publicUrl}/forgot-password`, label: 'Set a new password' },
    ],
  })

/** To every address that the account had lately. */
export const keysSuspendedMail = (config: Config, to: string, dueAt: Date): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `A way into your ${config.STORE_NAME} account will be removed`,
    lines: [
      `Somebody took the account back by the link of an email and logged out every browser. A second step or passkeys added in the last 30 days log nobody in now, and are removed on ${minute(dueAt)}.`,
      'If that was you, there is nothing to do. You can log in with your new password after that.',
      'If it wasn’t, somebody reads your email. Change its password, set a new one here, and log in with your second step: it stays then. Or write to us:',
      { link: `${config.publicUrl}/contact`, label: 'Write to us' },
    ],
  })

export const keysRemovedMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `The second step of your ${config.STORE_NAME} account was removed`,
    lines: [
      'It was added shortly before you took your account back. You log in with just your password now.',
      'Set up a second step of your own in your security settings.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
    ],
  })

/** To the other admins. */
export const roleSuspendedMail = (config: Config, to: string, username: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `An admin of ${config.STORE_NAME} took their account back`,
    lines: [
      `A stranger may have been in the account ${username}. Its owner took it back by the link of an email, and it is no admin’s account until one of you gives it the role again. Ask them in another way than by email first, and look at what the account did.`,
      { link: `${config.publicUrl}/admin/audit`, label: 'Open the audit log' },
    ],
  })
