import { showUtcDay } from '@nofiller/contract/text/time'
import type { Config } from '../config.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'

export const developerMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `You can now sell on ${config.STORE_NAME}`,
    lines: [
      'We approved your request. You are a developer now: create games, upload their files and publish them.',
      { link: `${config.publicUrl}/dev-dashboard`, label: 'Open your dashboard' },
    ],
  })

export const declinedMail = (config: Config, to: string, reason: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `About your request to sell on ${config.STORE_NAME}`,
    lines: [
      'We did not approve your request. The reason:',
      reason,
      { link: `${config.publicUrl}/sell#ask`, label: 'Ask again' },
      answerUs(config),
    ],
  })

export const suspendedMail = (config: Config, to: string, reason: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} account is suspended`,
    lines: ['You were logged out and cannot log in for now. The reason:', reason, answerUs(config)],
  })

export const restoredMail = (config: Config, to: string, reason: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} account is open again`,
    lines: ['You can log in again.', reason, { link: `${config.publicUrl}/login`, label: 'Log in' }],
  })

type Game = { title: string; email: string }

export const takenDownMail = (
  config: Config,
  game: Game,
  { reason, illegal }: { reason: string; illegal: boolean },
): Mail =>
  composeMail(config.STORE_NAME, game.email, {
    subject: `${game.title} was taken down`,
    lines: [
      `${game.title} is no longer shown or sold. The reason:`,
      reason,
      illegal
        ? 'Because of its content, those who own it cannot download it either.'
        : 'Those who own it can still download it.',
      answerUs(config),
    ],
  })

export const gameRestoredMail = (config: Config, game: Game, reason: string): Mail =>
  composeMail(config.STORE_NAME, game.email, {
    subject: `${game.title} is back`,
    lines: [
      `${game.title} is back in the store, as it was before.`,
      reason,
      { link: `${config.publicUrl}/dev-dashboard`, label: 'Open your dashboard' },
    ],
  })

const answerUs = ({ publicUrl }: Config) => ({ link: `${publicUrl}/contact`, label: 'Write to us' })

type Asked = { email: string; subject: string; message: string; created_at: Date }

/** The store's reply to a message, quoted below it. An answer to it reaches the store's support. */
export const replyMail = (config: Config, asked: Asked, text: string): Mail => ({
  ...composeMail(config.STORE_NAME, asked.email, {
    subject: /^re:/i.test(asked.subject) ? asked.subject : `Re: ${asked.subject}`,
    lines: [text, `On ${showUtcDay(asked.created_at)} you wrote:\n${asked.message.replace(/^/gm, '> ')}`],
  }),
  replyTo: config.SUPPORT_EMAIL,
  isFromPerson: true,
})
