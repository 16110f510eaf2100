import type { ReportCategory } from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'
import { findFileReported } from '../../moderation/reported.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { holdCopy } from './hold-copy.ts'

type BlockedGame = { gameId: string; category: ReportCategory }

/**
 * Blocks the files that a decision names, by their bytes, store-wide: every other game with them is hidden and gets its own
 * case.
 */
export async function blockFiles(
  store: Store,
  tx: Tx,
  { gameId, category }: BlockedGame,
  { decisionId, assets }: { decisionId: string; assets: readonly string[] },
): Promise<void> {
  const { rows: blocked } = await sql<{ sha256: Buffer }>`
    insert into blocked_hashes (sha256, category, decision_id, blocked_at)
    select distinct sha256, ${category}, ${decisionId}::uuid, ${store.clock()}::timestamptz from built_files
    where game_id = ${gameId} and sha256 is not null and withdrawn_at is null
      and case kind when 'demo' then 'Demo ' else 'File ' end || name = any(${sql.val([...assets])})
    on conflict (sha256) do nothing returning sha256`.execute(tx)
  if (blocked.length === 0) return
  const { rows: copies } = await sql<{ id: string; game_id: string }>`
    select id, game_id from built_files
    where sha256 = any(${sql.val(blocked.map(({ sha256 }) => sha256))}) and game_id <> ${gameId} and withdrawn_at is null
    order by game_id, id`.execute(tx)
  for (const copy of copies) await holdFile(store, tx, { gameId: copy.game_id, category }, copy.id)
}

/** Hides a game as soon as one of its files is known to have blocked bytes. */
export async function checkFile(store: Store, tx: Tx, fileId: string): Promise<void> {
  const { rows } = await sql<BlockedGame>`
    select built_files.game_id as "gameId", blocked_hashes.category
    from built_files join blocked_hashes on blocked_hashes.sha256 = built_files.sha256
    where built_files.id = ${fileId} and built_files.withdrawn_at is null`.execute(tx)
  const [game] = rows
  if (game) await holdFile(store, tx, game, fileId)
}

async function holdFile(
  store: Store,
  tx: Tx,
  { gameId, category }: BlockedGame,
  fileId: string,
): Promise<void> {
  const reported = await findFileReported(tx, gameId, fileId)
  await holdCopy(store, tx, { gameId, category, part: `file-${fileId}` }, reported)
}
