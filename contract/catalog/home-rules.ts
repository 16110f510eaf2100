/** What the home page shows above the categories, and by which rules; `/how-we-order` tells the same from here. */

/** Featured games: those that an admin chose for the day, then popular ones. */
export const FEATURED = {
  places: 3,
  /** How many an admin plans at most, for all days. */
  planned: 30,
  /** The popular games that take turns, day by day, where an admin chose too few. */
  popular: 12,
} as const

/** What is said of days that end before they begin. */
export const DAYS_TURNED = 'The last day is before the first.'

/** New games: those with a share of recommendations first, by *Best reviewed*, then the newest. */
export const NEW_GAMES = { places: 4, days: 30, ofDeveloper: 1 } as const

/** Games on sale, the biggest saving first. */
export const ON_SALE = { places: 6, ofDeveloper: 2 } as const

/** Games with a new release that says in a sentence what is new. A game moves up once in `againDays` at most. */
export const UPDATED = { places: 6, days: 7, againDays: 7, ofDeveloper: 2 } as const

/** So many categories with a full row stand open; the others are closed. */
export const OPEN_CATEGORIES = 3

/** Whether a region with so many games is shown: at least half of its places are filled. */
export const isShown = (games: number, places: number): boolean => games > 0 && games * 2 >= places
