import type { GameForm } from '@nofiller/contract/authoring/authoring'
import { STRONGEST_SCENE_MAX } from '@nofiller/contract/authoring/game-rules'
import { linesProblem } from '@nofiller/contract/text/plain-text'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

type Notes = Pick<GameForm, 'statesAdults' | 'strongestScene'>

/** Why a form's notes for the review are refused. */
export function reviewerNotesProblems({ strongestScene = '' }: Notes): Record<string, string> {
  const problem = linesProblem(strongestScene, STRONGEST_SCENE_MAX)
  return problem === null ? {} : { strongestScene: problem }
}

/** Stores a form's note to reviewers. Omitted fields stay; a statement keeps its first time. */
export async function writeReviewerNotes(
  tx: Tx,
  gameId: string,
  { statesAdults, strongestScene }: Notes,
): Promise<void> {
  if (statesAdults === undefined && strongestScene === undefined) return
  await sql`
    insert into reviewer_notes as notes (game_id, adults_stated_at, strongest_scene)
    values (${gameId}, case when ${statesAdults ?? false}::boolean then now() end, ${strongestScene?.trim() ?? ''})
    on conflict (game_id) do update set
      adults_stated_at = case
        when ${statesAdults === undefined}::boolean then notes.adults_stated_at
        when excluded.adults_stated_at is not null then coalesce(notes.adults_stated_at, excluded.adults_stated_at)
      end,
      strongest_scene = coalesce(${strongestScene?.trim() ?? null}::text, notes.strongest_scene)`.execute(tx)
}
