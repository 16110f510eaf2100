import { z } from 'zod'
import { BASKET_MAX } from '../basket/basket-rules.ts'
import { type CallTable, Dollars, Id, IsoTime, ShortPage } from '../call.ts'
import { GameCard } from '../catalog/catalog.ts'
import {
  MY_PRICE_MAX_CENTS,
  MY_PRICE_MIN_CENTS,
  WISH_CHOICES,
  WISH_STATES,
  WISHLIST_MAX,
  WISHLIST_SORTS,
} from './wishlist-rules.ts'

export const WishlistEntry = z.object({
  gameId: Id,
  game: GameCard.nullable().describe('Null when nothing may be told of it'),
  state: z.enum(WISH_STATES),
  availableFrom: IsoTime.nullable().describe('When it opens to buyers, where it is coming'),
  lowestPrice: Dollars.nullable().describe('Of 30 days; during a sale of the 30 days before it'),
  addedAt: IsoTime,
  notify: z.enum(WISH_CHOICES),
  myPrice: Dollars.nullable().describe('What the caller would pay'),
  isAtMyPrice: z.boolean(),
})
export type WishlistEntry = z.infer<typeof WishlistEntry>

const WishlistSummary = z.object({
  count: z.number().int().describe('All games on the list, also those that are hidden'),
  onSale: z.number().int(),
  hidden: z.number().int().describe("Games that the caller's limits, blocks or content choice hide"),
  hiddenBy: z
    .object({ limits: z.number().int(), blocks: z.number().int(), choice: z.number().int() })
    .describe('These by what hides them, each once: by blocks first, then by limits'),
  notForSale: z
    .object({
      coming: z.number().int().describe('Not for sale yet'),
      free: z.number().int(),
      paused: z.number().int().describe('Not for sale at present'),
      gone: z.number().int().describe('Out of the store'),
    })
    .describe('Games that are shown and cannot be put into the basket'),
  forSale: z
    .array(z.object({ gameId: Id, price: Dollars }))
    .describe(`What can be put into the basket at once, the first added first, up to ${BASKET_MAX}`),
})
export type WishlistSummary = z.infer<typeof WishlistSummary>

/** A figure that tells of nobody. */
export const Rounded = z.number().int().describe('Rounded down to 10; 0 stands for fewer than 10')

/** How many want a game, for its developer, as of the last night. */
export const WishlistFigures = z.object({
  wanted: Rounded,
  boughtPercent: z
    .number()
    .int()
    .nullable()
    .describe(
      'Of those told of the game in 90 days, how many bought it within 30 days; null for fewer than 10',
    ),
  weeks: z
    .array(
      z.object({ week: z.string().describe('Its Monday, `2026-11-23`'), added: Rounded, removed: Rounded }),
    )
    .describe('The newest first'),
})
export type WishlistFigures = z.infer<typeof WishlistFigures>

const Filter = z.object({
  sort: z.enum(WISHLIST_SORTS).optional(),
  sale: z.literal('1').optional().describe('Only games on sale'),
})

const WishParams = z.object({ gameId: Id })
const visitorWishes = z
  .array(z.object({ gameId: Id, addedAt: z.iso.datetime() }))
  .max(WISHLIST_MAX)
  .describe('As the browser of a visitor stores them')
export type VisitorWish = z.infer<typeof visitorWishes>[number]

export const wishlistCalls = {
  'GET /api/wishlist': {
    summary: "The caller's wishlist at today's prices; `Link` names the next page",
    access: 'signed-in',
    anonymous: true,
    query: ShortPage.extend(Filter.shape),
    response: z.array(WishlistEntry),
  },
  'GET /api/wishlist/summary': {
    summary: "How many games the caller's wishlist holds, and which can be bought",
    access: 'signed-in',
    anonymous: true,
    response: WishlistSummary,
  },
  'GET /api/wishlist/ids': {
    summary: "The ids of the games on the caller's wishlist",
    access: 'signed-in',
    anonymous: true,
    response: z.object({ gameIds: z.array(Id) }),
  },
  'PUT /api/wishlist/:gameId': {
    summary:
      'Put a game on the wishlist, or change how the caller is told about it; what is left out stays as it is',
    access: 'signed-in',
    anonymous: true,
    limit: 'wishlist',
    params: WishParams,
    body: z
      .object({
        notify: z.enum(WISH_CHOICES).optional(),
        myPrice: z
          .number()
          .min(MY_PRICE_MIN_CENTS / 100)
          .max(MY_PRICE_MAX_CENTS / 100)
          .nullable()
          .optional(),
      })
      .nullish(),
  },
  'DELETE /api/wishlist/:gameId': {
    summary: 'Take a game off the wishlist; one that is not there is gone already',
    access: 'signed-in',
    anonymous: true,
    limit: 'wishlist',
    params: WishParams,
  },
  'POST /api/wishlist/merge': {
    summary: "Add a visitor's wishlist; what is owned, gone or there already is left out",
    access: 'signed-in',
    anonymous: true,
    limit: 'wishlist',
    body: z.object({ games: visitorWishes }),
    response: z.object({ noRoom: z.number().int().describe('How many found no room') }),
  },
  'POST /api/wishlist/look-up': {
    summary: "A visitor's wishlist at today's prices; nothing of it is stored",
    access: 'anyone',
    anonymous: true,
    limit: 'wishlist',
    body: Filter.extend({ games: visitorWishes }),
    response: z.object({ entries: z.array(WishlistEntry), summary: WishlistSummary }),
  },
} satisfies CallTable
