import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'

/** Tokens are in the links' fragments, which browsers never send to a server; pages change nothing before a click. */
export const confirmEmailMail = (
  config: Config,
  to: string,
  { username, token }: { username: string; token: string },
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Confirm your new ${config.STORE_NAME} email address`,
    lines: [
      `Use this link to make this the address of the account ${username}. It works once, for 60 minutes.`,
      { link: `${config.publicUrl}/email-change#confirm=${token}`, label: 'Use this address' },
      'If you did not ask for this, ignore this email. Nothing changes.',
    ],
  })

/** To the owner of an address that somebody requested for another account. */
export const emailTakenMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Someone tried to use your email address on ${config.STORE_NAME}`,
    lines: [
      'Someone, perhaps you, tried to use this email address for another account. It already belongs to an account, so nothing was changed.',
      'Was it you? Log in with this address, or choose another one for the other account.',
      { link: `${config.publicUrl}/login`, label: 'Log in' },
    ],
  })

/** To the old address. The new one is shown in part: a stranger may be able to read this mailbox. */
export const emailChangedMail = (
  config: Config,
  to: string,
  { newEmail, token, days }: { newEmail: string; token: string; days: number },
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} email address was changed`,
    lines: [
      `Your account has the address ${masked(newEmail)} now, and every other browser was logged out.`,
      `Wasn’t you? Take your account back within ${days} days. You’ll see what was added to it, log out every browser, and choose a new password:`,
      { link: `${config.publicUrl}/take-back#undo=${token}`, label: 'Undo the change' },
      'If it was you, there is nothing to do.',
    ],
  })

/** `m•••@example.com` */
export const masked = (email: string): string => email.replace(/^(.).*@/, '$1•••@')
