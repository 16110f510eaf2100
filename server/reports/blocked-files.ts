import { BLOCKED_CATEGORIES, isSafetyCategory, type ReportCategory } from '@nofiller/contract/report-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { dueTimes } from './due-times.ts'
import { hold } from './hold.ts'
import { findFileReported } from './reported.ts'

type Found = { gameId: string; category: ReportCategory }

/**
 * Blocks the files that a decision names, by their bytes, store-wide: whatever else holds them is hidden and gets a case of
 * its own. Of categories that do not concern the bytes nothing is blocked.
 */
export async function blockFiles(
  store: Store,
  tx: Tx,
  { gameId, category }: Found,
  { decisionId, assets }: { decisionId: string; assets: readonly string[] },
): Promise<void> {
  if (!BLOCKED_CATEGORIES.some((blocked) => blocked === category)) return
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
  for (const copy of copies) await openCase(store, tx, { gameId: copy.game_id, category }, copy.id)
}

/** Hides the game of a file whose bytes are blocked, as soon as they are known. */
export async function checkFile(store: Store, tx: Tx, fileId: string): Promise<void> {
  const { rows } = await sql<Found>`
    select built_files.game_id as "gameId", blocked_hashes.category
    from built_files join blocked_hashes on blocked_hashes.sha256 = built_files.sha256
    where built_files.id = ${fileId} and built_files.withdrawn_at is null`.execute(tx)
  const [found] = rows
  if (found) await openCase(store, tx, found, fileId)
}

/** A case that nobody reported, and a hold until it is decided. None where one is open already. */
async function openCase(store: Store, tx: Tx, { gameId, category }: Found, fileId: string): Promise<void> {
  const { snapshot, contentHash } = await findFileReported(tx, gameId, fileId)
  const caseId = uuid()
  const opened = await tx
    .insertInto('report_cases')
    .values({
      id: caseId,
      subject_kind: 'game',
      subject_id: gameId,
      part: `file-${fileId}`,
      category,
      is_safety: isSafetyCategory(category),
      content_hash: contentHash,
      snapshot: JSON.stringify(snapshot),
      ...dueTimes(category),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) await hold(store, tx, { caseId, gameId, email: null })
}
