/** The content limits of a buyer, by theme. No zod: the browser loads this. */
import { showTotal } from '../catalog/browsing.ts'
import { THEMES, type ThemeId, unknownCode, WARNING_LEVELS, warningCode } from './content-warnings.ts'

/** By the number that a limit is stored as. */
export const LIMIT_LABELS = [
  'Not hidden',
  'Hide if shown',
  'Hide if shown or implied',
  'Hide any mention',
] as const
export type LimitLevel = 0 | 1 | 2 | 3
export const LIMIT_LEVELS = [0, 1, 2, 3] as const satisfies readonly LimitLevel[]

export type Limits = {
  levels: Readonly<Record<ThemeId, LimitLevel>>
  /** Games in which the player can avoid a theme are not hidden because of it. */
  allowsAvoidable: boolean
}

/** Sets the named themes and leaves the others open. */
export const levelsWith = (chosen: Partial<Record<ThemeId, LimitLevel>>): Limits['levels'] =>
  Object.fromEntries(THEMES.map(({ id }) => [id, chosen[id] ?? 0])) as Limits['levels'] // one entry for each theme

const all = (ids: readonly ThemeId[], level: LimitLevel) =>
  levelsWith(Object.fromEntries(ids.map((id) => [id, level])))

export const NO_LIMITS: Limits = { levels: levelsWith({}), allowsAvoidable: false }

/** The limits when stored ones cannot be read: every known theme is hidden. */
export const STRICTEST: Limits = {
  levels: all(
    THEMES.map(({ id }) => id),
    3,
  ),
  allowsAvoidable: false,
}

export const LIMIT_PRESETS = [
  { id: 'nothing', levels: NO_LIMITS.levels },
  {
    id: 'careful',
    levels: all(['noncon', 'incest', 'captivity', 'gore', 'bodily-waste', 'hate'], 2),
  },
  {
    id: 'gentle',
    levels: all(
      ['noncon', 'incest', 'captivity', 'bodily-waste', 'gore', 'violence', 'self-harm', 'abuse'],
      3,
    ),
  },
] as const satisfies readonly { id: string; levels: Limits['levels'] }[]
export type LimitPreset = (typeof LIMIT_PRESETS)[number]

/** The preset that differs in the fewest themes, and their number; 0 when it is the preset itself. */
export function nearestPreset(levels: Limits['levels']): { preset: LimitPreset; changed: number } {
  const changedFrom = (preset: LimitPreset) =>
    THEMES.filter(({ id }) => preset.levels[id] !== levels[id]).length
  const [first, ...others] = LIMIT_PRESETS
  let nearest: { preset: LimitPreset; changed: number } = { preset: first, changed: changedFrom(first) }
  for (const preset of others) {
    const changed = changedFrom(preset)
    if (changed < nearest.changed) nearest = { preset, changed }
  }
  return nearest
}

/**
 * The codes of `games.warning_codes` that hide a game, ascending; none without limits. A theme without an answer
 * counts as shown and unavoidable.
 */
export const hiddenCodes = ({ levels, allowsAvoidable }: Limits): number[] =>
  THEMES.flatMap(({ number, id }) => {
    const limit = levels[id]
    if (limit === 0) return []
    const hidden = WARNING_LEVELS.slice(WARNING_LEVELS.length - limit)
    return [
      unknownCode(number),
      ...hidden.flatMap((level) => [
        warningCode(number, level, false),
        ...(allowsAvoidable ? [] : [warningCode(number, level, true)]),
      ]),
    ]
  })

export const LIMITS_COOKIE = 'limits'
export const LIMITS_COOKIE_SECONDS = 400 * 86_400

const ALLOWS_AVOIDABLE = '.a'
const LEVEL_COUNT = LIMIT_LEVELS.length

/**
 * Limits as the cookie and the account store them: `v1.` and the levels of all themes as one number in base 36, the first
 * theme as its lowest digit in base 4; `.a` at the end when avoidable content is allowed. A number is exact for 26 themes.
 */
export function writeLimits({ levels, allowsAvoidable }: Limits): string {
  const number = THEMES.reduceRight((sum, { id }) => sum * LEVEL_COUNT + levels[id], 0)
  return `v1.${number.toString(36)}${allowsAvoidable ? ALLOWS_AVOIDABLE : ''}`
}

/** The limits from a text; `STRICTEST` for anything that `writeLimits` did not write. */
export function readLimits(text: string): Limits {
  const [, digits] = /^v1\.([0-9a-z]+)(?:\.a)?$/.exec(text) ?? []
  if (digits === undefined) return STRICTEST
  let rest = Number.parseInt(digits, 36)
  const levels: Partial<Record<ThemeId, LimitLevel>> = {}
  for (const { id } of THEMES) {
    levels[id] = (rest % LEVEL_COUNT) as LimitLevel // the remainder of a division by 4
    rest = Math.floor(rest / LEVEL_COUNT)
  }
  const limits = { levels: levelsWith(levels), allowsAvoidable: text.endsWith(ALLOWS_AVOIDABLE) }
  return rest === 0 && writeLimits(limits) === text ? limits : STRICTEST
}

/** A theme that hides a game. */
export type HiddenTheme =
  | { theme: ThemeId; level: (typeof WARNING_LEVELS)[number] | 'unknown' }
  /** Its developer marked it as a spoiler. */
  | { theme: null; level: null }

/** What hides games from a visitor. */
export type HiddenBy = 'limits' | 'blocks' | 'limits and blocks'

/** The end of a list without the games that limits or blocks hide; null when they hide none. */
export const hiddenLine = (hidden: number, by: HiddenBy): string | null =>
  hidden === 0 ? null : `${showTotal(hidden)} more ${hidden === 1 ? 'is' : 'are'} hidden by your ${by}.`

/** Why a visitor is shown a panel in place of a game or a developer, in a sentence that names neither. */
export type Hiding = { by: 'limits' | 'blocks'; text: string }

export const HIDDEN_BY_BLOCKS = 'Hidden by your blocks'

/** Why a game is hidden, in a sentence for its visitor: `Hidden by your limits: Gore and torture (shown)`. */
export function hiddenByText(themes: readonly HiddenTheme[]): string {
  const known = themes.flatMap(({ theme, level }) =>
    theme === null || level === 'unknown'
      ? []
      : [`${THEMES.find(({ id }) => id === theme)?.label} (${level})`],
  )
  const spoiler = themes.some(({ theme }) => theme === null) ? ['a theme you hide'] : []
  const unknown = themes.some(({ level }) => level === 'unknown')
    ? ['themes its developer hasn’t told us about']
    : []
  return `Hidden by your limits: ${[...known, ...spoiler, ...unknown].join(', ')}`
}
