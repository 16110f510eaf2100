/** The sections of the home page, in order. A section is a tag category (requirements 4.2). */
export const SECTIONS = [
  'Visual Novel',
  'RPG',
  'Simulation',
  'Puzzle',
  'Horror',
  'Romance',
  'Strategy',
  'Adventure',
  'Sandbox',
  'Roguelike',
  'Rhythm',
  'Platformer',
  'Cozy',
  'Tools',
] as const
export const CARDS_PER_SECTION = 4

/** The sections of a game: those that one of its tags equals or contains, ignoring case. */
export function sectionsOf(tags: readonly string[]): string[] {
  const lower = tags.map((tag) => tag.toLowerCase())
  return SECTIONS.filter((section) => lower.some((tag) => tag.includes(section.toLowerCase())))
}
