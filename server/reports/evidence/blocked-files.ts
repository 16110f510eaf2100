import type { ReportCategory } from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'
import { findBuildReported } from '../../moderation/reported.ts'
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
  { decisionId, names }: { decisionId: string; names: readonly string[] },
): Promise<void> {
  const { rows: blocked } = await sql<{ sha256: Buffer }>`
    insert into blocked_hashes (sha256, category, decision_id, blocked_at)
    select distinct sha256, ${category}, ${decisionId}::uuid, ${store.clock()}::timestamptz from built_files
    where game_id = ${gameId} and sha256 is not null and withdrawn_at is null
      and case kind when 'demo' then 'Demo ' else 'File ' end || name = any(${sql.val([...names])})
    on conflict (sha256) do nothing returning sha256`.execute(tx)
  if (blocked.length === 0) return
  const { rows: copies } = await sql<FoundBuild>`
    select distinct on (file.game_id, file.id) build.id, file.id as "fileId", file.game_id as "gameId" ${DOWNLOADABLE}
      and build.sha256 = any(${sql.val(blocked.map(({ sha256 }) => sha256))}) and file.game_id <> ${gameId}
    order by file.game_id, file.id, build.live_at desc`.execute(tx)
  for (const copy of copies) await holdBuild(store, tx, category, copy)
}

/** Hides a game as soon as one of its builds is known to have blocked bytes. */
export async function checkBuilds(store: Store, tx: Tx, buildIds: readonly string[]): Promise<void> {
  const { rows } = await sql<FoundBuild & { category: ReportCategory }>`
    select build.id, file.id as "fileId", file.game_id as "gameId", blocked_hashes.category ${DOWNLOADABLE}
      and build.id = any(${sql.val([...buildIds])}::uuid[])
    order by file.id, build.id`.execute(tx)
  for (const { category, ...build } of rows) await holdBuild(store, tx, category, build)
}

type FoundBuild = { id: string; fileId: string; gameId: string }

/** Blocked builds that somebody may download: an earlier one, an early one, and one of a file that left the sale are their owners'. */
const DOWNLOADABLE = sql`
  from file_builds as build
  join game_files as file on file.id = build.file_id
  join blocked_hashes on blocked_hashes.sha256 = build.sha256
  where build.destroyed_at is null and (build.live_at is not null
    or exists (select from releases where releases.id = build.release_id and releases.early_at is not null))`

async function holdBuild(
  store: Store,
  tx: Tx,
  category: ReportCategory,
  { id, fileId, gameId }: FoundBuild,
): Promise<void> {
  const reported = await findBuildReported(tx, gameId, id)
  await holdCopy(store, tx, { gameId, category, part: `file-${fileId}` }, reported)
}
