import type { ContentWarnings, WarningAnswers } from '@nofiller/contract/authoring/warning-answers'
import {
  THEMES,
  type ThemeId,
  WARNING_LEVELS,
  type WarningLevel,
} from '@nofiller/contract/content-limits/content-warnings'

/** The entered answer for one theme. The extras of a stronger answer remain while it is `none`. */
export type Answer = { level: WarningLevel | 'none'; avoidable: boolean; spoiler: boolean; note: string }
export const NONE: Answer = { level: 'none', avoidable: false, spoiler: false, note: '' }

/** In the order in which presses go through them. */
export const LEVELS = [
  { value: 'none', label: 'Not in it' },
  { value: 'mentioned', label: 'Mentioned' },
  { value: 'implied', label: 'Implied' },
  { value: 'shown', label: 'Shown' },
] as const satisfies readonly { value: Answer['level']; label: string }[]

export const levelLabel = (level: Answer['level'] | undefined): string =>
  LEVELS.find(({ value }) => value === level)?.label ?? 'Not answered'

export const isIn = (level: Answer['level'] | undefined): boolean => level !== undefined && level !== 'none'

/** A theme without an answer is open. */
export type Answers = Partial<Record<ThemeId, Answer>>

/** The answers of an existing game, with those that wait for a review: without them, a save would drop them. */
export const answersOf = ({
  contains,
  absent,
  waiting = [],
}: Pick<ContentWarnings, 'contains' | 'absent' | 'waiting'>): Answers => ({
  ...Object.fromEntries(absent.map((theme) => [theme, NONE])),
  ...Object.fromEntries(
    contains.map(({ theme, level, avoidable, spoiler, note }) => [
      theme,
      { level, avoidable, spoiler, note: note ?? '' },
    ]),
  ),
  ...Object.fromEntries(
    waiting.map(({ theme, label: _, ...answer }) => [
      theme,
      answer.level === 'none' ? NONE : { ...answer, note: answer.note ?? '' },
    ]),
  ),
})

/** The answers as the game form sends them. */
export const sentResponses = (answers: Answers): WarningAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([theme, { level, note, ...extent }]) => [
      theme,
      level === 'none' ? { level } : { ...extent, level, note: note.trim() || null },
    ]),
  )

/** The answers as the game's page would show them. */
export function previewedWarnings(answers: Answers): ContentWarnings {
  const named = THEMES.map(({ id, label }) => ({ theme: id, label }))
  const contains = named.flatMap((theme) => {
    const { level = 'none', note, ...extent } = answers[theme.theme] ?? NONE
    return level === 'none' ? [] : { ...theme, ...extent, level, note: note.trim() || null }
  })
  const strength = (level: WarningLevel) => WARNING_LEVELS.indexOf(level)
  return {
    contains: contains.sort((a, b) => strength(b.level) - strength(a.level)),
    absent: named.map(({ theme }) => theme).filter((theme) => answers[theme]?.level === 'none'),
    unknown: named.filter(({ theme }) => answers[theme] === undefined),
    isReviewed: false,
  }
}

/** The themes to ask about: a forbidden one only if the game already has it, so it can be removed. */
export const themesAsked = (forbidden: readonly ThemeId[], answers: Answers) =>
  THEMES.filter(({ id }) => !forbidden.includes(id) || (answers[id] ?? NONE).level !== 'none')

/** `none` for each of these themes without an answer. */
export const withoutOpen = (themes: readonly { id: ThemeId }[], answers: Answers): Answers => ({
  ...Object.fromEntries(themes.map(({ id }) => [id, NONE])),
  ...answers,
})
