/**
 * The themes of content warnings. A theme's number and id are stored and never reused for another; its label may change.
 * CONTRIBUTING (A content warning) says what a new one needs.
 */
export const THEMES = [
  { number: 1, id: 'noncon', label: 'Non-consent', means: 'Rape or assault of a fictional adult' },
  { number: 2, id: 'dubcon', label: 'Doubtful consent', means: 'Pressure, blackmail, drink, sleep' },
  { number: 3, id: 'mind-control', label: 'Mind control', means: 'Hypnosis, possession, drugs as plot' },
  { number: 4, id: 'incest', label: 'Relatives', means: 'Sex between relatives, step or blood' },
  {
    number: 5,
    id: 'captivity',
    label: 'Captivity and slavery',
    means: 'Imprisonment, trafficking, ownership',
  },
  {
    number: 6,
    id: 'bdsm',
    label: 'Bondage and pain',
    means: 'Restraint, domination and pain that all agreed to',
  },
  {
    number: 7,
    id: 'humiliation',
    label: 'Humiliation',
    means: 'Degradation, exposure, forced acts of shame',
  },
  {
    number: 8,
    id: 'power-gap',
    label: 'Power or age gap',
    means: 'Teacher, boss, guard; a large gap between adults',
  },
  { number: 9, id: 'infidelity', label: 'Cheating', means: 'Betrayal, a partner stolen or shared' },
  { number: 10, id: 'pregnancy', label: 'Pregnancy', means: 'Impregnation, birth, lactation' },
  {
    number: 11,
    id: 'transformation',
    label: 'Body change',
    means: 'Transformation, swelling, vore, body horror',
  },
  {
    number: 12,
    id: 'bodily-waste',
    label: 'Bodily waste',
    means: 'Urine, scat or vomit in a sexual setting',
  },
  {
    number: 13,
    id: 'non-human',
    label: 'Non-human partners',
    means: 'Monsters, tentacles, anthropomorphic characters',
  },
  { number: 14, id: 'violence', label: 'Strong violence', means: 'Intense fights, beatings, weapons' },
  {
    number: 15,
    id: 'gore',
    label: 'Gore and torture',
    means: 'Mutilation, sexualized injury or death',
  },
  {
    number: 16,
    id: 'abuse',
    label: 'Abuse and cruelty',
    means: 'Domestic or childhood abuse or cruelty to animals as a topic, never sexualized',
  },
  { number: 17, id: 'self-harm', label: 'Self-harm and suicide', means: 'Acts, plans, aftermath' },
  { number: 18, id: 'substances', label: 'Drugs and alcohol', means: 'Use, addiction' },
  { number: 19, id: 'hate', label: 'Hate and slurs', means: 'Racism, homophobia, transphobia as content' },
  {
    number: 20,
    id: 'flashing',
    label: 'Flashing and jump scares',
    means: 'Flashing lights, sudden loud scares',
  },
] as const
export type Theme = (typeof THEMES)[number]
export type ThemeId = Theme['id']

/** How strong a theme is in a game, mildest first. */
export const WARNING_LEVELS = ['mentioned', 'implied', 'shown'] as const
export type WarningLevel = (typeof WARNING_LEVELS)[number]

export const WARNING_NOTE_MAX = 140

/**
 * How `games.warning_codes` stores one theme of a game: by theme, level and whether the player can avoid it. A theme
 * without an answer is unknown. A theme that the game lacks has no code.
 */
export const warningCode = (theme: number, level: WarningLevel, avoidable: boolean): number =>
  theme * 8 + (WARNING_LEVELS.indexOf(level) + 1) * 2 + Number(avoidable)
/** The code of a theme without an answer. */
export const unknownCode = (theme: number): number => theme * 8
