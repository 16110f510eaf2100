import { SURGE } from '@nofiller/contract/reviews/review-rules'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'

/** To an admin, once for what an hour found. */
export const surgeMail = (config: Config, to: string, games: number): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Unusually many reviews of ${plural(games, 'game')}`,
    lines: [
      `Their pages say so. All reviews are shown and count until a person decides, within ${SURGE.decideHours} hours.`,
      { link: `${config.publicUrl}/admin/reviews`, label: 'Open the reviews' },
    ],
  })

type Decided = { title: string; from: string; until: string; reason: string }

/** To the seller whose reviews are many, and as they should be. */
export const normalMail = (config: Config, to: string, { title, from, until, reason }: Decided): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `The reviews of ${title} count as they are`,
    lines: [
      `From ${showUtcDay(from)} to ${showUtcDay(until)} ${title} got unusually many reviews. A person looked at them: they are about the game, and go on counting.`,
      reason,
    ],
  })

type Uncounted = Decided & { decisionId: string }

/** To the writer of a review that does not count any more. */
export const uncountedMail = (
  config: Config,
  to: string,
  { title, from, until, reason, decisionId }: Uncounted,
): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: `Your review of ${title} does not count`,
    lines: [
      `Everybody can still read it. From ${showUtcDay(from)} to ${showUtcDay(until)} ${title} got unusually many reviews, and a person decided that those of these days do not count.`,
      reason,
      { link: `${config.publicUrl}/decision/${decisionId}`, label: 'See the decision, and appeal' },
    ],
  })
