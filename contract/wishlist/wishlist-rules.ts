/** Limits and words of the wishlist. No zod: the browser loads this. */
import { grouped } from '../text/digits.ts'

export const WISHLIST_MAX = 1_000

/** Whether all news about a wanted game are told, only that it costs what its reader would pay, or nothing. */
export const WISH_CHOICES = ['all', 'my-price', 'nothing'] as const
export type WishChoice = (typeof WISH_CHOICES)[number]

export const MY_PRICE_MIN_CENTS = 50
export const MY_PRICE_MAX_CENTS = 100_000

/** Whether a wanted game can be bought; `coming` once it opens to buyers; `gone` is out of the store, `paused` not for sale at present. */
export const WISH_STATES = ['for-sale', 'free', 'coming', 'paused', 'gone'] as const
export type WishState = (typeof WISH_STATES)[number]

export const WISHLIST_SORTS = ['added', 'price', 'saving', 'release'] as const
export type WishlistSort = (typeof WISHLIST_SORTS)[number]
export const WISHLIST_PAGE = 24

export const WISHLIST_TEXT = {
  full: `Your wishlist is full. It holds ${grouped(String(WISHLIST_MAX))} games.`,
  own: 'This is your own game.',
  owned: 'You already own this. It is in your library.',
  gone: 'This game is not in the store.',
} as const

/** Why a wanted game is told about. */
export const WISH_REASONS = ['on-sale', 'at-my-price', 'left-development'] as const
export type WishReason = (typeof WISH_REASONS)[number]

/** At most one email in so many days, about so many games at most, and of no sale that is shorter than so many hours. */
export const WISHLIST_MAILS = { everyDays: 7, gamesMax: 12, saleHoursMin: 8 } as const

/** After so many days a price is news again to who was told of it; a lower one at once. */
export const PRICE_NEWS_DAYS = 30

/** A rounded count of people: `fewer than 10`, `about 120`. */
export const aboutCount = (rounded: number): string =>
  rounded < 10 ? 'fewer than 10' : `about ${grouped(String(rounded))}`
