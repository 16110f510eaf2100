import type { ApprovalReason } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Snapshot } from './snapshot.ts'

type Looked = { id: string; title: string; category: string }

/**
 * Why a save puts an already approved game into the queue: weaker warnings, another title, an 18+ mark added or removed
 * since the last look, or a random check. Null when none applies.
 * @param reviewId its last review, if there was one
 */
export async function reasonToLookAgain(
  tx: Tx,
  game: Looked,
  reviewId: string | null,
  samplePercent: number,
): Promise<ApprovalReason | null> {
  if (await wantsWeaker(tx, game.id)) return 'warning'
  const last = reviewId && (await lastSeen(tx, reviewId))
  if (last && (hasOtherTitle(last.Title ?? '', game.title) || !last.Kind?.endsWith(`, ${game.category}`)))
    return 'changed'
  return Math.random() * 100 < samplePercent ? 'sample' : null
}

async function wantsWeaker(tx: Tx, gameId: string): Promise<boolean> {
  const request = await tx
    .selectFrom('wanted_warnings')
    .select('theme')
    .where('game_id', '=', gameId)
    .limit(1)
    .executeTakeFirst()
  return request !== undefined
}

async function lastSeen(tx: Tx, reviewId: string): Promise<Snapshot | null> {
  const revision = await tx
    .selectFrom('game_revisions')
    .select('snapshot')
    .where('review_id', '=', reviewId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return revision?.snapshot ?? null
}

/** Whether more than half of a title's words changed. */
export function hasOtherTitle(before: string, now: string): boolean {
  const [old, words] = [wordsOf(before), wordsOf(now)]
  const shared = [...words].filter((word) => old.has(word)).length
  return shared * 2 < Math.max(old.size, words.size)
}

const wordsOf = (title: string): ReadonlySet<string> => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Sets the game's warnings as its developer requested. */
export async function applyRequestedWarnings(tx: Tx, gameId: string): Promise<void> {
  await sql`
    with requested as (delete from wanted_warnings where game_id = ${gameId} returning *)
    insert into content_warnings (game_id, theme, level, avoidable, spoiler, note)
    select game_id, theme, level, avoidable, spoiler, note from requested
    on conflict (game_id, theme) do update set level = excluded.level, avoidable = excluded.avoidable,
      spoiler = excluded.spoiler, note = excluded.note, answered_at = now()`.execute(tx)
}
