import { devicesOf } from '@nofiller/contract/catalog/devices'
import { sql } from 'kysely'
import { currentFiles, LATER } from '../catalog/own-game.ts'
import type { Tx } from '../platform/database/database.ts'
import { moveUp } from './move-up.ts'

/**
 * By the clock and not the transaction's start: releases of one game that waited for each other keep their order, and an
 * account that was granted the game while this transaction waited for its lock keeps the file.
 */
export const NOW = sql<Date>`clock_timestamp()`

/** A build, and the file of which it becomes the live one. */
export type FileBuild = { fileId: string; buildId: string }

/**
 * Makes a release and its builds what buyers get, in the caller's transaction and with the game's row locked: until it
 * commits everybody gets the builds before. A file that no release had yet is for sale from then on (VE2).
 */
export async function makeLive(tx: Tx, gameId: string, releaseId: string): Promise<void> {
  await tx
    .updateTable('releases')
    .set({ live_at: sql<Date>`coalesce(live_at, ${NOW})`, opens_at: null })
    .where('id', '=', releaseId)
    .execute()
  const builds = await buildsToOpen(tx, releaseId)
  const ids = builds.map(({ fileId }) => fileId)
  await sql`update game_files set withdrawn_at = null, early_at = null
    where id = any(${sql.val(ids)}::uuid[])
      and not exists (select from file_builds where file_id = game_files.id and live_at is not null)`.execute(
    tx,
  )
  await replaceBuilds(tx, releaseId, builds)
  await changeGame(tx, gameId)
  await moveUp(tx, releaseId)
}

/** The builds of a release that it has not made live: its demo waits for the step of everyone. */
async function buildsToOpen(tx: Tx, releaseId: string): Promise<FileBuild[]> {
  const { rows } = await sql<FileBuild>`
    select part.file_id as "fileId", part.build_id as "buildId"
    from release_builds as part
    join file_builds as build on build.id = part.build_id
    join game_files as file on file.id = part.file_id
    where part.release_id = ${releaseId}
      and not (build.live_at is not null and build.release_id is not distinct from part.release_id)
      and not (file.kind = 'demo' and exists (
        select from release_steps as step
        where step.release_id = part.release_id and step.audience = 'everyone' and step.opened_at is null
      ))`.execute(tx)
  return rows
}

/** Makes builds the live ones of their files, on behalf of a release. */
export async function replaceBuilds(tx: Tx, releaseId: string, builds: readonly FileBuild[]): Promise<void> {
  const fileIds = sql.val(builds.map(({ fileId }) => fileId))
  const buildIds = sql.val(builds.map(({ buildId }) => buildId))
  await sql`update file_builds set replaced_at = ${NOW}
    where file_id = any(${fileIds}::uuid[]) and live_at is not null and replaced_at is null`.execute(tx)
  await sql`update file_builds set live_at = ${NOW}, replaced_at = null, release_id = ${releaseId}
    where id = any(${buildIds}::uuid[])`.execute(tx)
}

/** Takes files out of the sale; who owns one keeps it. */
export const withdrawFiles = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .updateTable('game_files')
    .set({
      withdrawn_at: NOW,
      left_base_at: sql<Date>`case when custom_price_cents is null then ${NOW} else left_base_at end`,
    })
    .where('id', '=', sql<string>`any(${sql.val([...fileIds])}::uuid[])`)
    .where('withdrawn_at', 'is', null)
    .execute()

/** The devices of a game follow its files; a form that was opened before is refused (`basedOn`). */
export async function changeGame(tx: Tx, gameId: string): Promise<void> {
  const base = (await currentFiles(tx, gameId)).filter(({ customPriceCents }) => customPriceCents === null)
  await tx
    .updateTable('games')
    .set({ devices: devicesOf(base), updated_at: LATER })
    .where('id', '=', gameId)
    .execute()
}
