/** Words and bounds of related games and suggestions. No zod: the browser loads this. */

/** What made a row of games: who owns both, or shared tags. A row is never made of both. */
export const RELATED_KINDS = ['owners', 'tags'] as const
export type RelatedKind = (typeof RELATED_KINDS)[number]

export const RELATED_TITLES: Record<RelatedKind, string> = {
  owners: 'Owners also own',
  tags: 'Similar games',
}

/** A row with fewer games is left out. */
export const RELATED_MIN = 3
/** A game's page shows so many, and has some more for visitors who own one of these. */
export const RELATED_SHOWN = 4
export const RELATED_MAX = 6

/** Games by one developer in one row. */
export const OF_ONE_DEVELOPER_MAX = 2

/** How many games the library suggests. */
export const SUGGESTIONS_MAX = 6

/** The words beside the two switches. A change of them raises the version, which each consent stores. */
export const SUGGESTION_TEXTS = {
  version: 1,
  counted: {
    label: 'Let my library improve suggestions',
    sentence:
      'We count which games the same people own to show “Owners also own” on game pages. It takes at least five people, and nobody learns who they are.',
  },
  suggested: {
    label: 'Suggestions for me',
    sentence:
      'Your library shows games like the ones you own or wished for. Only you see them, and we never email them.',
  },
} as const

/** The pages with these switches. */
export const SUGGESTION_PAGES = ['/library', '/settings'] as const
export type SuggestionPage = (typeof SUGGESTION_PAGES)[number]
