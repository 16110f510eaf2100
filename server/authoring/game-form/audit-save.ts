import { dollarsOf } from '@nofiller/contract/pricing/money'
import { cutText } from '@nofiller/contract/text/characters'
import { auditChange } from '../../catalog/audit-change.ts'
import type { OwnGameRow } from '../../catalog/own-game.ts'
import { findReviewerNotes } from '../../catalog/reviewer-notes.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/signatures.ts'
import { warningTexts } from './warnings.ts'

/** The audit log stores this many characters of a description, and the hash of the full text. */
const DESCRIPTION_MAX = 2_000

type State = Record<string, unknown>

/** The fields of a game as the audit log records them. */
export async function stateOf(tx: Tx, gameId: string): Promise<State> {
  const game = await tx.selectFrom('games').selectAll().where('id', '=', gameId).executeTakeFirstOrThrow()
  return {
    title: game.title,
    status: game.status,
    price: dollarsOf(game.price_cents),
    description: shortened(game.description),
    category: game.category,
    projectType: game.project_type,
    stage: game.stage,
    tags: game.tags,
    theme: game.theme,
    contentWarnings: await warningTexts(tx, gameId),
    reviewerNotes: await findReviewerNotes(tx, gameId),
    files: await filesOf(tx, gameId, 'file'),
    demo: await filesOf(tx, gameId, 'demo'),
    card: game.card?.url,
    cover: game.cover?.url,
    screenshots: game.screenshots.map(({ url }) => url),
    pageBackground: game.page_bg?.url,
    buyButton: game.buy_button?.url,
    demoButton: game.demo_button?.url,
  }
}

/** Files are recorded by their build ids, because the hash of a new build is not known yet. */
async function filesOf(tx: Tx, gameId: string, kind: 'file' | 'demo'): Promise<string[]> {
  const files = await tx
    .selectFrom('game_files as file')
    .innerJoin('file_builds as build', 'build.file_id', 'file.id')
    .select(['build.id', 'build.name', 'file.device', 'file.custom_price_cents'])
    .where('file.game_id', '=', gameId)
    .where('file.kind', '=', kind)
    .where('file.withdrawn_at', 'is', null)
    .where('build.replaced_at', 'is', null)
    .where('build.live_at', 'is not', null)
    .orderBy('file.position')
    .execute()
  return files.map(({ id, name, device, custom_price_cents: cents }) =>
    [name, device, ...(cents === null ? [] : [`$${dollarsOf(cents)}`]), `build ${id}`].join(' · '),
  )
}

function shortened(text: string): string {
  const kept = cutText(text, DESCRIPTION_MAX)
  return kept === text ? text : `${kept}… (SHA-256 of the whole: ${sha256(text).toString('hex')})`
}

/** Records in the audit log what an admin changed in another developer's game (security B7). */
export async function auditSave(tx: Tx, admin: Account, game: OwnGameRow, before: State): Promise<void> {
  const after = await stateOf(tx, game.id)
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (state: State) => Object.fromEntries(changed.map((name) => [name, state[name]]))
  await auditChange(tx, admin, game, { before: only(before), after: only(after) })
}
