import { showUtcMoment } from '@nofiller/contract/text/time'
import { OFF_REASONS, type OffReason, WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** An endpoint as an email names it, without what its address asks for: that may hold a token. */
const hostAndPath = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

const page = ({ publicUrl }: Config) => ({ link: `${publicUrl}/dev/webhooks`, label: 'Open Webhooks' })

/** After a day without one success. */
export const failingMail = (config: Config, to: string, url: string, since: Date): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: 'Your webhook endpoint is failing',
    lines: [
      `${hostAndPath(url)} has not answered with a success since ${showUtcMoment(since)}.`,
      `We go on trying. After ${WEBHOOK_LIMITS.offDays} days without one success we switch it off.`,
      page(config),
    ],
  })

/** After it was switched off. */
export const offMail = (config: Config, to: string, url: string, reason: OffReason): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: 'Your webhook endpoint was switched off',
    lines: [
      `We send nothing to ${hostAndPath(url)} anymore. ${OFF_REASONS[reason]}`,
      `You can turn it on again, and send again what did not arrive in the last ${WEBHOOK_LIMITS.logDays} days.`,
      page(config),
    ],
  })

/** To the owner of an account, who may not have added it. */
export const endpointMail = (
  config: Config,
  to: string,
  url: string,
  what: 'added' | 'changed' | 'secret',
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: SUBJECTS[what],
    lines: [
      `It is ${hostAndPath(url)}. It hears of your sales and releases, and of nobody who bought them.`,
      'If that wasn’t you, remove it and change your password.',
      page(config),
    ],
  })

const SUBJECTS = {
  added: 'A webhook endpoint was added to your account',
  changed: 'The address of a webhook endpoint was changed',
  secret: 'The secret of a webhook endpoint was changed',
}
