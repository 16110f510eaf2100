import type { Device } from '@nofiller/contract/catalog/devices'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type FileBuild, NOW, withdrawFiles } from '../../releases/make-live.ts'
import { queueHash } from '../uploads/hash-file.ts'
import type { FilePlan, NewBuild } from './files.ts'

/** Applies a file plan and queues the hashing of new builds. @returns these, which are not live yet */
export async function writeFiles(jobs: Jobs, tx: Tx, gameId: string, plan: FilePlan): Promise<FileBuild[]> {
  const builds: FileBuild[] = []
  await withdrawFiles(tx, plan.withdrawnIds)
  for (const { fileId, device, customPriceCents, position, leftBase, build } of plan.retained) {
    await tx
      .updateTable('game_files')
      .set({ device, custom_price_cents: customPriceCents, position, ...(leftBase && { left_base_at: NOW }) })
      .where('id', '=', fileId)
      .execute()
    if (build) builds.push(await addBuild(jobs, tx, fileId, build))
  }
  for (const { build, ...listing } of plan.added)
    builds.push(await addFile(jobs, tx, gameId, build, { kind: 'file', ...listing }))
  return builds
}

/** Adds a demo, or replaces the demo's build. @returns that */
export async function writeDemo(
  jobs: Jobs,
  tx: Tx,
  gameId: string,
  build: NewBuild,
  device: Device,
): Promise<FileBuild> {
  const demo = await currentDemo(tx, gameId)
  if (!demo)
    return addFile(jobs, tx, gameId, build, { kind: 'demo', device, customPriceCents: null, position: 0 })
  await tx.updateTable('game_files').set({ device }).where('id', '=', demo.id).execute()
  return addBuild(jobs, tx, demo.id, build)
}

export async function withdrawDemo(tx: Tx, gameId: string): Promise<void> {
  const demo = await currentDemo(tx, gameId)
  if (demo) await withdrawFiles(tx, [demo.id])
}

const currentDemo = (tx: Tx, gameId: string) =>
  tx
    .selectFrom('game_files')
    .select('id')
    .where('game_id', '=', gameId)
    .where('kind', '=', 'demo')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

type FileListing = {
  kind: 'file' | 'demo'
  device: Device
  customPriceCents: number | null
  position: number
}

async function addFile(
  jobs: Jobs,
  tx: Tx,
  gameId: string,
  build: NewBuild,
  { kind, device, customPriceCents, position }: FileListing,
): Promise<FileBuild> {
  const id = uuid()
  await tx
    .insertInto('game_files')
    .values({ id, game_id: gameId, kind, device, custom_price_cents: customPriceCents, position })
    .execute()
  return addBuild(jobs, tx, id, build)
}

/** Adds a build, which a release makes live, and queues its hashing. */
export async function addBuild(
  jobs: Jobs,
  tx: Tx,
  fileId: string,
  { upload, name }: NewBuild,
): Promise<FileBuild> {
  const buildId = uuid()
  await tx
    .insertInto('file_builds')
    .values({
      id: buildId,
      file_id: fileId,
      name,
      size_bytes: upload.sizeBytes,
      storage_key: upload.storageKey,
      created_at: NOW,
      live_at: null,
    })
    .execute()
  await queueHash(jobs, tx, buildId)
  return { fileId, buildId }
}
