/** Words and bounds of the row of games below a game. No zod: the browser loads this. */

/** What made a row of games: who owns both, or shared tags. A row is never made of both. */
export const RELATED_KINDS = ['owners', 'tags'] as const
export type RelatedKind = (typeof RELATED_KINDS)[number]

export const RELATED_TITLES: Record<RelatedKind, string> = {
  owners: 'Owners also own',
  tags: 'Similar games',
}

export const RELATED = {
  /** A row with fewer games is left out. */
  min: 3,
  /** A game's page shows so many, and has more for visitors who own some of these. */
  shown: 4,
  max: 10,
  /** Games by one developer in one row. */
  ofDeveloper: 2,
  /** RE2: fewer owners of both games would tell on people. A claim counts here as in all else. */
  commonOwnersMin: 5,
  /** RE1: of bigger libraries each pair says nothing, and what they cost grows with the square of their size. */
  libraryMin: 2,
  libraryMax: 300,
  /** RE9: what a fake account costs its maker decides how much it says. */
  claimsOfPurchase: 5,
  accountDaysMin: 7,
  /** How many common owners a pair needs to keep half of its score. */
  shrinkage: 10,
} as const
