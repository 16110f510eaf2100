import { noticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Config } from '../config.ts'
import type { Notice } from './lock-notice.ts'

/**
 * The developer's statement about an accepted notice, as it is emailed and stored: what is off and since when, why, what the
 * claimant says, and how to answer. It gives only the claimant's name.
 */
export const statementOf = (
  { STORE_NAME }: Pick<Config, 'STORE_NAME'>,
  { number, title, assets, fields }: Pick<Notice, 'number' | 'title' | 'assets' | 'fields'>,
  acceptedAt: Date,
): string =>
  [
    `We received the copyright notice ${noticeNumber(number)} about ${title}. Since ${showUtcMoment(acceptedAt)} this is off for everybody, even those who own it: ${assets.map(({ name }) => name).join(', ')}.`,
    assets.some(({ part }) => part === 'page')
      ? 'The notice names the whole game: it is not shown or sold while the notice stands.'
      : 'Everything else of the game stays as it is.',
    `The notice is from ${fields.signature}. Their work: ${fields.works}`,
    `What they say is copied, and where it is: ${fields.material}`,
    'US copyright law (17 USC 512) asks us to act on a complete notice. It is no judgment about who is right.',
    'If this is a mistake, send a counter-notice. Once we have reviewed it, the claimant gets a copy with your name, address and phone number. After 10 business days everything is restored, unless the claimant goes to court.',
    `A person looked at this notice. Moderation, ${STORE_NAME}`,
  ].join('\n\n')
