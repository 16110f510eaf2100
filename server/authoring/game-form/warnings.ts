import { WarningAnswers } from '@nofiller/contract/authoring/warning-answers'
import { THEMES, WARNING_LEVELS, WARNING_NOTE_MAX } from '@nofiller/contract/content-limits/content-warnings'
import { lineProblem } from '@nofiller/contract/text/plain-text'
import { sql } from 'kysely'
import type { ThemePolicy } from '../../catalog/theme-policy.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { oneLine } from './form.ts'
import { readJsonField } from './json-field.ts'

const FIELD = 'contentWarningsJson'

/** A developer's answer for one theme, as `content_warnings` stores it. */
export type WarningInput = {
  theme: (typeof THEMES)[number]
  /** 0 for a theme that is not in the game. */
  level: number
  avoidable: boolean
  spoiler: boolean
  note: string | null
}

/** The answers of a form, in the order of the themes. @throws HttpError 400 for invalid answers */
export function warningInputsOf(json: string | undefined): WarningInput[] {
  if (json === undefined) return []
  const answers = readJsonField(FIELD, json, WarningAnswers)
  return THEMES.flatMap((theme) => {
    const answer = answers[theme.id]
    if (answer === undefined) return []
    if (answer.level === 'none') return { theme, level: 0, avoidable: false, spoiler: false, note: null }
    const level = WARNING_LEVELS.indexOf(answer.level) + 1
    return { ...answer, theme, level, note: oneLine(answer.note ?? '') || null }
  })
}

/** Why some answers are refused: `contentWarnings.gore`. */
export const warningProblems = (
  inputs: readonly WarningInput[],
  policy: ThemePolicy,
): Record<string, string> =>
  Object.fromEntries(
    inputs.flatMap((input) => {
      const problem = warningProblem(input, policy)
      return problem ? [[`contentWarnings.${input.theme.id}`, problem]] : []
    }),
  )

function warningProblem({ theme, level, note }: WarningInput, policy: ThemePolicy): string | null {
  if (level > 0 && policy[theme.id] === 'forbidden')
    return `“${theme.label}” is not allowed in this store, so it cannot offer this game.`
  return note === null ? null : lineProblem(note, WARNING_NOTE_MAX)
}

/** Writes the changed answers; `answered_at` of the others stays. */
export async function writeWarnings(tx: Tx, gameId: string, inputs: readonly WarningInput[]): Promise<void> {
  if (inputs.length === 0) return
  await tx
    .insertInto('content_warnings')
    .values(inputs.map(({ theme, ...answer }) => ({ ...answer, game_id: gameId, theme: theme.number })))
    .onConflict((conflict) =>
      conflict
        .columns(['game_id', 'theme'])
        .doUpdateSet((eb) => ({
          level: eb.ref('excluded.level'),
          avoidable: eb.ref('excluded.avoidable'),
          spoiler: eb.ref('excluded.spoiler'),
          note: eb.ref('excluded.note'),
          answered_at: sql<Date>`now()`,
        }))
        .where(
          sql<boolean>`(content_warnings.level, content_warnings.avoidable, content_warnings.spoiler, content_warnings.note)
            is distinct from (excluded.level, excluded.avoidable, excluded.spoiler, excluded.note)`,
        ),
    )
    .execute()
}

/** A game's answers in the audit log: `gore: shown, avoidable, spoiler · In one dream.` */
export async function warningTexts(db: Queryable, gameId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('content_warnings')
    .select(['theme', 'level', 'avoidable', 'spoiler', 'note'])
    .where('game_id', '=', gameId)
    .orderBy('theme')
    .execute()
  return rows.map(({ theme, level, avoidable, spoiler, note }) => {
    const id = THEMES.find(({ number }) => number === theme)?.id ?? theme
    const words = [WARNING_LEVELS[level - 1] ?? 'none', avoidable && 'avoidable', spoiler && 'spoiler']
    return `${id}: ${words.filter(Boolean).join(', ')}${note === null ? '' : ` · ${note}`}`
  })
}
