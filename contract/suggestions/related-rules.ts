/** Words and bounds of the row of games below a game. No zod: the browser loads this. */

/** What made a row of games: who owns both, or shared tags. A row is never made of both. */
export const RELATED_KINDS = ['owners', 'tags'] as const
export type RelatedKind = (typeof RELATED_KINDS)[number]

export const RELATED_TITLES: Record<RelatedKind, string> = {
  owners: 'Owners also own',
  tags: 'Similar games',
}

/** A row with fewer games is left out. */
export const RELATED_MIN = 3
/** A game's page shows so many, and has more for visitors who own some of these. */
export const RELATED_SHOWN = 4
export const RELATED_MAX = 10

/** Games by one developer in one row. */
export const OF_ONE_DEVELOPER_MAX = 2
