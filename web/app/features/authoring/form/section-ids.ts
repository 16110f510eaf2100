/** The parts of the game form, as links from other pages name them. */
export type SectionId =
  | 'basics'
  | 'description'
  | 'images'
  | 'price'
  | 'files'
  | 'content-warnings'
  | 'review'
  | 'theme'

/** The address of a part of a game's form. */
export const formPath = (gameId: string, section: SectionId): string => `/create-game/${gameId}#${section}`
