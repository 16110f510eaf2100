import type { Config } from '../config.ts'
import { composeMail } from '../platform/compose-mail.ts'
import type { Mail } from '../platform/mail.ts'

export const developerMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `You are a developer at ${config.STORE_NAME} now`,
    lines: [
      'Your request was approved: you can create games, upload their files and publish them.',
      { link: `${config.publicUrl}/dev-dashboard`, label: 'Open your dashboard' },
    ],
  })

export const declinedMail = (config: Config, to: string, reason: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `About your request to become a developer at ${config.STORE_NAME}`,
    lines: ['Your request was not approved. The reason:', reason, answerUs(config)],
  })

export const suspendedMail = (config: Config, to: string, reason: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your ${config.STORE_NAME} account is suspended`,
    lines: ['You were signed out and cannot log in for now. The reason:', reason, answerUs(config)],
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
        ? 'Because of what it holds, those who own it cannot download it either.'
        : 'Those who own it can still download it.',
      answerUs(config),
    ],
  })

export const gameRestoredMail = (config: Config, game: Game, reason: string): Mail =>
  composeMail(config.STORE_NAME, game.email, {
    subject: `${game.title} is back`,
    lines: [
      `${game.title} is no longer taken down: it is shown and sold again as it was before.`,
      reason,
      { link: `${config.publicUrl}/dev-dashboard`, label: 'Open your dashboard' },
    ],
  })

const answerUs = ({ publicUrl }: Config) => ({ link: `${publicUrl}/contact`, label: 'Write to us' })
