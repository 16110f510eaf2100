import { rollbackLabel } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { lockOwnGame, onlySaveOf } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { auditRelease } from './audit-release.ts'
import { freeLabel, labelsOf } from './labels.ts'
import type { FileBuild } from './make-live.ts'
import { openRelease } from './open-release.ts'
import { ownRelease } from './own-releases.ts'
import { addBuilds } from './record-release.ts'
import { findRelease, gameOfRelease, liveStateOf, type ReleaseRow } from './release-row.ts'
import { whyUnchangeable } from './release-state.ts'

/**
 * Goes back to an earlier release by a new one with its builds; nothing is uploaded. Files that the later releases changed get
 * the build that they had then; files that were added since stay as they are (VE10).
 * @throws HttpError 404, 409 `not_earlier`, `label_taken`, `build_missing`, `not_ready`, `game_suspended`, `taken_down_as_illegal`
 */
export async function rollBack(
  store: Store,
  author: Account,
  targetId: string,
  { label, reason }: { label?: string | undefined; reason: string },
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, targetId)
  const id = uuid()
  await store.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, gameId)
    const game = await lockOwnGame(tx, author, gameId)
    const refusal = whyUnchangeable(game)
    if (refusal) throw refusal
    const target = await findRelease(tx, targetId)
    if (liveStateOf(target) !== 'earlier')
      throw conflict('not_earlier', 'You can go back to an earlier release only.')
    await insertRollback(tx, id, target, author, {
      label: await freeLabel(tx, gameId, label ?? rollbackLabel(target.label, await labelsOf(tx, gameId))),
      reason,
    })
    await addBuilds(tx, id, await buildsOfThen(tx, target))
    await openRelease(store, tx, author, await findRelease(tx, id))
    await auditRelease(tx, author, game, { release: target.label, change: 'rolled back' }, reason)
  })
  store.log.info({ accountId: author.id, gameId, releaseId: id, targetId }, 'release rolled back')
  return ownRelease(store, id)
}

const insertRollback = (
  tx: Tx,
  id: string,
  target: ReleaseRow,
  author: Account,
  { label, reason }: { label: string; reason: string },
) =>
  tx
    .insertInto('releases')
    .values({
      id,
      game_id: target.game_id,
      label,
      summary: reason,
      known_problems: target.known_problems,
      saves: target.saves,
      saves_from: target.saves_from,
      saves_note: target.saves_note,
      same_as: target.same_as ?? target.id,
      created_by: author.id,
      notify: 'site',
    })
    .execute()

/** The builds that files which changed after a release had when it was the newest. */
async function buildsOfThen(tx: Tx, target: ReleaseRow): Promise<FileBuild[]> {
  const { rows } = await sql<FileBuild & { isStored: boolean; isMalware: boolean; isPresent: boolean }>`
    select distinct on (part.file_id) part.file_id as "fileId", part.build_id as "buildId",
      build.destroyed_at is null as "isStored", is_malware(build.sha256) as "isMalware",
      build.live_at is not null and build.replaced_at is null as "isPresent"
    from release_builds as part
    join releases on releases.id = part.release_id
    join file_builds as build on build.id = part.build_id
    where releases.game_id = ${target.game_id} and releases.withdrawn_at is null
      and (releases.live_at, releases.id) <= (select live_at, id from releases where id = ${target.id})
    order by part.file_id, releases.live_at desc, releases.id desc`.execute(tx)
  const changed = rows.filter(({ isPresent }) => !isPresent)
  if (changed.some(({ isStored }) => !isStored))
    throw conflict('build_missing', 'A file of this release is no longer stored.')
  if (changed.some(({ isMalware }) => isMalware))
    throw conflict('not_ready', 'The malware scanner reports a file of this release. Nobody can download it.')
  if (changed.length === 0) throw conflict('not_earlier', 'Buyers have the files of this release already.')
  return changed.map(({ fileId, buildId }) => ({ fileId, buildId }))
}
