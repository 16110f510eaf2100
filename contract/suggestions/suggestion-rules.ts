/** Words and bounds of suggestions. No zod: the browser loads this. */

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
