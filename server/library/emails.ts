import type { Config } from '../config.ts'
import type { OwnersState } from '../platform/database/tables.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Line, MailContent } from '../platform/mail/mail-content.ts'

/** An owner of a game whose status has changed for them. `told` is the last status they were notified of; null: available as usual. */
export type OwnerToNotify = {
  account_id: string
  email: string
  game_id: string
  title: string
  order_number: string | null
  state: OwnersState | null
  told: OwnersState | null
}

/**
 * The email to an owner about a game's status and what they keep; null when nothing changed for them. Subjects and first lines name
 * no game, and an email about a withheld game never names it.
 */
export function ownerMail(config: Config, owner: OwnerToNotify): Mail | null {
  const content = owner.state === null ? backContent(config, owner) : CONTENTS[owner.state](config, owner)
  return content && composeMail(config.STORE_NAME, owner.email, content)
}

const CONTENTS: Record<OwnersState, (config: Config, owner: OwnerToNotify) => MailContent> = {
  removed: (config, owner) => ({
    subject: 'A game you own is no longer sold',
    lines: [
      `${unnamed(owner)} was taken out of the store. It is no longer shown or sold.`,
      nameOf(owner),
      owner.told === null
        ? 'You keep it: it stays in your library, and you can download it as before.'
        : 'You keep it: it is in your library, and you can download it again.',
      'Your receipt stays as it is.',
      libraryOf(config),
    ],
  }),
  paused: (config, owner) => ({
    subject: 'Files of a game you own are paused',
    lines: [
      `${unnamed(owner)} has files that, someone says, infringe their copyright. While the claim is in effect, the law requires us to stop offering them to anyone.`,
      nameOf(owner),
      'Your purchase stays in your library, with whatever is not paused, and so does your receipt.',
      'Next step: if the developer sends a counter-notice, the files are back after 10 business days unless the claimant goes to court. We’ll email you when you can download them again.',
      libraryOf(config),
    ],
  }),
  held: (config, owner) => ({
    subject: 'A game you own cannot be downloaded for now',
    lines: [
      `${unnamed(owner)} cannot be downloaded for now: it was reported, and someone will review it within a day.`,
      'Your order and its receipt stay. We’ll email you when it is decided.',
      contactOf(config),
    ],
  }),
  sealed: (config, owner) => ({
    subject: 'A game you own can no longer be downloaded',
    lines: [
      `${unnamed(owner)} contained illegal content. Nobody can download it anymore.`,
      'Your order and its receipt stay. If you want your money back, write to us and name the order.',
      contactOf(config),
    ],
  }),
}

const unnamed = ({ order_number }: OwnerToNotify): string =>
  order_number ? `A game in your order ${order_number}` : 'A game in your library'

const nameOf = ({ title }: OwnerToNotify): string => `The game is ${title}.`

const contactOf = (config: Config): Line => ({ link: `${config.publicUrl}/contact`, label: 'Write to us' })

/** A game that was only taken down could always be downloaded. */
const backContent = (config: Config, owner: OwnerToNotify): MailContent | null =>
  owner.told === 'removed'
    ? null
    : {
        subject: 'A game you own can be downloaded again',
        lines: [`${unnamed(owner)} can be downloaded again.`, nameOf(owner), libraryOf(config)],
      }

const libraryOf = (config: Config): Line => ({ link: `${config.publicUrl}/library`, label: 'Open Library' })
