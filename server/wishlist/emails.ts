import { gamePath } from '@nofiller/contract/catalog/paths'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { percentOff } from '@nofiller/contract/pricing/pricing'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { WISHLIST_MAILS } from '@nofiller/contract/wishlist/wishlist-rules'
import type { Config } from '../config.ts'
import { newsMail } from '../news/emails.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Line } from '../platform/mail/mail-content.ts'
import type { WishNews } from './wishlist-news.ts'

/**
 * One email about all that is new on a wishlist, at the prices of now; of many games those with the largest savings. Neither its
 * subject nor its first line names an 18+ game (N3).
 */
export function wishlistMail(
  config: Config,
  { email, token }: { email: string; token: string },
  games: readonly WishNews[],
): Mail {
  const shown = games.slice(0, WISHLIST_MAILS.gamesMax)
  const more = games.length - shown.length
  return newsMail(
    config,
    { email, token, topics: ['wishlist'] },
    {
      subject: subjectOf(games),
      lines: [
        'There is news about your wishlist.',
        ...shown.flatMap((game) => wishLines(config, game)),
        ...(more > 0 ? [`And ${plural(more, 'more game')} on your wishlist.`] : []),
        { label: 'Open wishlist', link: `${config.publicUrl}/wishlist` },
      ],
    },
  )
}

function subjectOf([first, ...others]: readonly WishNews[]): string {
  if (others.length > 0) return `News about ${others.length + 1} games on your wishlist`
  if (!first || first.isExplicit) return 'News about a game on your wishlist'
  if (first.reasons.includes('at-my-price')) return `${first.title} is at your price`
  return first.reasons.includes('on-sale') ? `${first.title} is on sale` : `${first.title} left development`
}

/** The lines about one game, in an email about the wishlist or the weekly one. */
export const wishLines = (config: Config, game: WishNews): Line[] => [
  [`${game.title}: ${priceLine(game)}`, ...factsOf(game)].join('\n'),
  { label: `See ${game.title}`, link: `${config.publicUrl}${gamePath(game.slug)}` },
]

function priceLine({ priceCents, listCents, saleEndsAt }: WishNews): string {
  const price = showPrice(dollarsOf(priceCents))
  if (saleEndsAt === null) return price
  return `${price} instead of ${showPrice(dollarsOf(listCents))} (−${percentOff(listCents, priceCents)}%), until ${showUtcMoment(saleEndsAt)}`
}

function factsOf({ reasons, saleEndsAt, lowestCents, myPriceCents }: WishNews): string[] {
  return [
    lowestCents !== null &&
      `Lowest price of ${saleEndsAt ? 'the 30 days before' : '30 days'}: ${showPrice(dollarsOf(lowestCents))}`,
    reasons.includes('at-my-price') &&
      myPriceCents !== null &&
      `At your price: ${showPrice(dollarsOf(myPriceCents))} or less`,
    reasons.includes('left-development') && 'It left development.',
  ].filter((line) => line !== false)
}
