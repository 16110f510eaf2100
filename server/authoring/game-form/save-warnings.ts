import type { OwnGameRow } from '../../catalog/own-game.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type WarningInput, writeWarnings } from './warnings.ts'

/**
 * Writes the answers of a form. For a game that was public, removing or weakening a warning waits until an
 * admin has looked, and the old one holds.
 * @param before the game before the save; null for a new one
 */
export async function saveWarnings(
  tx: Tx,
  author: Account,
  before: OwnGameRow | null,
  gameId: string,
  inputs: readonly WarningInput[],
): Promise<void> {
  const isFree = !before?.published_at || before.review !== null || author.role === 'admin'
  const weaker = isFree ? [] : await weakerAmong(tx, gameId, inputs)
  const now = inputs.filter((input) => !weaker.includes(input))
  await writeWarnings(tx, gameId, now)
  await dropRequests(tx, gameId, now)
  await requestWarnings(tx, gameId, weaker)
}

async function weakerAmong(tx: Tx, gameId: string, inputs: readonly WarningInput[]): Promise<WarningInput[]> {
  const answers = await tx
    .selectFrom('content_warnings')
    .select(['theme', 'level', 'avoidable'])
    .where('game_id', '=', gameId)
    .execute()
  return inputs.filter((input) => {
    const old = answers.find(({ theme }) => theme === input.theme.number)
    return old !== undefined && isWeaker(old, input)
  })
}

type Strength = { level: number; avoidable: boolean }

/** A theme without an answer is unknown, and limits treat it as shown: the first answer weakens no warning. */
const isWeaker = (old: Strength, next: Strength): boolean =>
  old.level > 0 && (next.level < old.level || (next.avoidable && !old.avoidable))

async function dropRequests(tx: Tx, gameId: string, inputs: readonly WarningInput[]): Promise<void> {
  const themes = inputs.map(({ theme }) => theme.number)
  if (themes.length === 0) return
  await tx.deleteFrom('wanted_warnings').where('game_id', '=', gameId).where('theme', 'in', themes).execute()
}

async function requestWarnings(tx: Tx, gameId: string, inputs: readonly WarningInput[]): Promise<void> {
  if (inputs.length === 0) return
  await tx
    .insertInto('wanted_warnings')
    .values(inputs.map(({ theme, ...answer }) => ({ ...answer, game_id: gameId, theme: theme.number })))
    .onConflict((conflict) =>
      conflict.columns(['game_id', 'theme']).doUpdateSet((eb) => ({
        level: eb.ref('excluded.level'),
        avoidable: eb.ref('excluded.avoidable'),
        spoiler: eb.ref('excluded.spoiler'),
        note: eb.ref('excluded.note'),
      })),
    )
    .execute()
}
