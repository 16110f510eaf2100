/** What `/how-we-order` says, from the constants that the lists use (RE7). No zod: the browser loads this. */
import { WILSON_Z } from '../reviews/review-rules.ts'
import { RELATED, RELATED_TITLES } from '../suggestions/related-rules.ts'
import { SUGGESTION_TEXTS, SUGGESTIONS_MAX } from '../suggestions/suggestion-rules.ts'
import { WISHLIST_MAILS } from '../wishlist/wishlist-rules.ts'
import type { CatalogSort } from './catalog.ts'
import { FEATURED, NEW_GAMES, ON_SALE, OPEN_CATEGORIES, UPDATED } from './home-rules.ts'
import { CARDS_PER_SECTION } from './sections.ts'
import { SORT_LABELS } from './sort-labels.ts'
import { VIEWED_DAYS, VIEWED_MAX } from './viewed-rules.ts'

export type OrderSection = { id: string; title: string; paragraphs: string[]; list?: string[] }

/** What each order of a list of games goes by, and the columns of games, or of their draw, that it reads. */
export const GAME_ORDERS = {
  new: { rule: 'the day on which a game came out here', columns: ['published_at'] },
  updated: {
    rule: `the last release for owners that says in a sentence what is new, else the day on which a game came out; a game moves up at most once in ${UPDATED.againDays} days`,
    columns: ['moved_up_at', 'published_at'],
  },
  popular: {
    rule: 'what accounts paid for it in the last 90 days, each account once; a claimed game counts like one dollar, from accounts that are a day old',
    columns: ['popularity_cents'],
  },
  price: {
    rule: 'the price of this moment',
    columns: ['price_cents', 'sale_price_cents'],
  },
  '-price': {
    rule: 'the same, in reverse',
    columns: ['price_cents', 'sale_price_cents'],
  },
  discount: { rule: 'the percentage of the sale that runs', columns: ['sale_percent'] },
  reviews: {
    rule: `the lower bound of Wilson’s interval of the counted reviews (z = ${WILSON_Z.games}), then games with too few reviews, the newest first`,
    columns: ['published_at', 'review_rank'],
  },
  title: { rule: 'the alphabet', columns: ['title'] },
  random: {
    rule: 'a number that each game draws each night; your browser draws where the list begins, and the address keeps it',
    columns: ['place'],
  },
} as const satisfies Record<Exclude<CatalogSort, 'match'>, { rule: string; columns: readonly string[] }>

const orders = Object.keys(GAME_ORDERS) as (keyof typeof GAME_ORDERS)[] // its own keys

/** The sections of the page. */
export function orderPolicy(): OrderSection[] {
  return [
    {
      id: 'paid',
      title: 'Nobody pays for a place',
      paragraphs: [
        'No developer, and nobody else, can pay for a place in any list of this store: not with money, not with a larger share, not with a service. There is no advertising. Games that the store chooses itself are called Featured.',
      ],
    },
    {
      id: 'home',
      title: 'The home page',
      paragraphs: [
        'No game stands in two of these. One with fewer than half of its places filled is left out.',
        `Categories follow in a fixed order: the first ${OPEN_CATEGORIES} with ${CARDS_PER_SECTION} games or more stand open. Each shows its newest games, of different developers first, and before them those that the page has not shown yet.`,
        'Who is signed in sees above all this the updates of their own games, and news of developers and games that they follow, the newest first.',
      ],
      list: [
        `Featured: ${FEATURED.places} games that people of the store chose for the day. Where fewer were chosen, the ${FEATURED.popular} most popular games, one of a developer, take turns, others each day (UTC).`,
        `New and noteworthy: ${NEW_GAMES.places} games of the last ${NEW_GAMES.days} days, ${numberOf(NEW_GAMES.ofDeveloper)} of a developer. Those with enough reviews for a share come first, by Best reviewed, then the newest.`,
        `On sale now: the ${ON_SALE.places} biggest discounts, ${numberOf(ON_SALE.ofDeveloper)} of a developer at most.`,
        `Updated this week: ${UPDATED.places} games by Recently updated, of the last ${UPDATED.days} days, ${numberOf(UPDATED.ofDeveloper)} of a developer at most.`,
      ],
    },
    {
      id: 'lists',
      title: 'Lists of games',
      paragraphs: [
        'You choose the order of a list. Without a choice it is Newest. Each goes by one thing alone:',
      ],
      list: orders.map((sort) => `${SORT_LABELS[sort]}: ${GAME_ORDERS[sort].rule}.`),
    },
    {
      id: 'search',
      title: 'Search',
      paragraphs: [
        'A search finds games whose title, tags, developer or description hold all of the words. Best match puts a word in the title before one in the tags, the developer’s name or the description, whole words before beginnings, and a title that equals the search before all others. If nothing is found, words that are spelled nearly the same are tried, and the page says so.',
      ],
    },
    {
      id: 'related',
      title: 'Below a game, and suggestions',
      paragraphs: [
        `The row below a game is worked out each night. It holds ${numberOf(RELATED.ofDeveloper)} games of a developer at most, and is left out with fewer than ${RELATED.min}.`,
        `A purchase says more than a claim: ${RELATED.claimsOfPurchase} claims count like one purchase. Accounts younger than ${RELATED.accountDaysMin} days, and libraries of more than ${RELATED.libraryMax} games, count for nothing. Beside a paid game only accounts count that ever bought one.`,
      ],
      list: [
        `${RELATED_TITLES.owners}: games that the same people own, of those alone who chose “${SUGGESTION_TEXTS.counted.label}”. It takes ${RELATED.commonOwnersMin} owners of both. The larger the part of their owners that two games share, the closer they are; few common owners count for less.`,
        `${RELATED_TITLES.tags}: games with the same tags, rare tags before common ones, that run on one of the same devices. They are shown where the row above would be too short, never mixed with it.`,
        `${SUGGESTION_TEXTS.suggested.label}: in your library, if you switched it on, the ${SUGGESTIONS_MAX} games closest to what you own and wish for by these two rows.`,
      ],
    },
    {
      id: 'email',
      title: 'Email about your wishlist',
      paragraphs: [
        `An email about your wishlist begins with the largest saving and names ${WISHLIST_MAILS.gamesMax} games at most.`,
      ],
    },
    {
      id: 'you',
      title: 'What you see, and what you don’t',
      paragraphs: [
        'Your limits, blocks and choice about 18+ games take games out of every list. They change no order.',
        'No list goes by what you looked at, where you are or which device you use.',
        `Recently viewed, on the home page, is yours alone: if you turn it on, your browser remembers the last ${VIEWED_MAX} games that you looked at for ${VIEWED_DAYS} days, the newest first. We don’t learn which these are.`,
      ],
    },
  ]
}

const numberOf = (count: number): string => (count === 1 ? 'one' : count === 2 ? 'two' : String(count))
