import type { ContactMessage } from '@nofiller/contract/support/contact-rules'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** A contact message as the store's support reads it; a reply goes to the sender. */
export const contactMail = (config: Config, { email, subject, message }: ContactMessage): Mail => ({
  ...composeMail(config.STORE_NAME, config.SUPPORT_EMAIL, {
    subject: `Contact: ${subject}`,
    lines: [`From: ${email}`, `Subject: ${subject}`, message],
  }),
  replyTo: email,
  isFromPerson: true,
})
