import type { Config } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { MailContent } from '../platform/mail/mail-content.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** The only kind of email with an unsubscribe link: of its topics, or of all news. `token` is the recipient's. */
export function newsMail(
  config: Config,
  { email, token, topics }: { email: string; token: string; topics?: readonly string[] },
  { subject, lines }: MailContent,
): Mail {
  const link = unsubscribeUrl(config, token, { topics: topics ?? [] })
  const why = `You get news from ${config.STORE_NAME} because you asked for product updates.`
  return {
    ...composeMail(config.STORE_NAME, email, {
      subject,
      lines: [...lines, why, { label: 'Unsubscribe', link }],
    }),
    unsubscribeUrl: link,
  }
}
