import type { ContentWarnings } from '@nofiller/contract/authoring/warning-answers'
import { THEMES, unknownCode, WARNING_LEVELS } from '@nofiller/contract/content-limits/content-warnings'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { type ThemePolicy, themesAllowed } from './theme-policy.ts'

/** A row of `content_warnings`; level 0 for a theme that is not in the game. */
type WarningJson = {
  theme: number
  level: number
  avoidable: boolean
  spoiler: boolean
  note: string | null
}

/** A developer's answers for a game as JSON, so a game is one query. */
export const warningsJson = sql<WarningJson[]>`(
  select coalesce(json_agg(json_build_object(
    'theme', theme, 'level', level, 'avoidable', avoidable, 'spoiler', spoiler, 'note', note
  ) order by level desc, theme), '[]')
  from content_warnings where game_id = games.id)`.as('warnings')

/** The weaker answers that wait for a review. */
export async function waitingAnswers(
  db: Queryable,
  gameId: string,
): Promise<NonNullable<ContentWarnings['waiting']>> {
  const rows = await db
    .selectFrom('wanted_warnings')
    .select(['theme', 'level', 'avoidable', 'spoiler', 'note'])
    .where('game_id', '=', gameId)
    .orderBy('theme')
    .execute()
  return rows.flatMap(({ level, ...answer }) => {
    const theme = THEMES.find(({ number }) => number === answer.theme)
    if (!theme) return []
    const named = { theme: theme.id, label: theme.label }
    const name = WARNING_LEVELS[level - 1]
    return [name ? { ...answer, ...named, level: name } : { ...named, level: 'none' as const }]
  })
}

/** @param answers the strongest first */
export function toContentWarnings(answers: readonly WarningJson[], policy: ThemePolicy): ContentWarnings {
  const answered = answers.flatMap((answer) => {
    const theme = THEMES.find(({ number }) => number === answer.theme)
    return theme ? { ...answer, theme: theme.id, label: theme.label } : []
  })
  const contains = answered.flatMap(({ level, ...warning }) => {
    const name = WARNING_LEVELS[level - 1]
    return name ? { ...warning, level: name } : []
  })
  return {
    contains,
    absent: answered.filter(({ level }) => level === 0).map(({ theme }) => theme),
    unknown: themesAllowed(policy)
      .filter(({ id }) => !answered.some(({ theme }) => theme === id))
      .map(({ id, label }) => ({ theme: id, label })),
    isReviewed: contains.some(({ theme }) => policy[theme] === 'review'),
  }
}

/** The number of themes without an answer. @param codes `games.warning_codes` */
export const countOpenThemes = (codes: readonly number[], policy: ThemePolicy): number =>
  themesAllowed(policy).filter(({ number }) => codes.includes(unknownCode(number))).length
