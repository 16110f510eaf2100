import type { Device } from '@nofiller/contract/devices'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { FilePlan } from './files.ts'
import { queueHash } from './hash-file.ts'
import type { Upload } from './take-upload.ts'

/** Brings a game's files to what is planned and queues the hashing of new ones. */
export async function writeFiles(jobs: Jobs, tx: Tx, gameId: string, plan: FilePlan): Promise<void> {
  await withdraw(tx, plan.withdrawnIds)
  for (const { fileId, device, customPriceCents, position, leftBase } of plan.kept)
    await tx
      .updateTable('game_files')
      .set({ device, custom_price_cents: customPriceCents, position, ...(leftBase && { left_base_at: NOW }) })
      .where('id', '=', fileId)
      .execute()
  for (const { upload, ...shelf } of plan.added)
    await addFile(jobs, tx, gameId, upload, { kind: 'file', ...shelf })
}

/** Takes a game's demo away, and puts another in its place when there is one. */
export async function writeDemo(
  jobs: Jobs,
  tx: Tx,
  gameId: string,
  demo: { upload: Upload; name: string; device: Device } | null,
): Promise<void> {
  const current = await tx
    .selectFrom('game_files')
    .select('id')
    .where('game_id', '=', gameId)
    .where('kind', '=', 'demo')
    .where('withdrawn_at', 'is', null)
    .execute()
  await withdraw(
    tx,
    current.map((file) => file.id),
  )
  if (!demo) return
  const { upload, ...shelf } = demo
  await addFile(jobs, tx, gameId, upload, { kind: 'demo', customPriceCents: null, position: 0, ...shelf })
}

/** By the clock and not by the transaction's begin: who was granted the game while this one waited for its lock keeps the file. */
const NOW = sql<Date>`clock_timestamp()`

const withdraw = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .updateTable('game_files')
    .set({
      withdrawn_at: NOW,
      left_base_at: sql<Date>`case when custom_price_cents is null then ${NOW} else left_base_at end`,
    })
    .where('id', '=', sql<string>`any(${sql.val([...fileIds])}::uuid[])`)
    .execute()

async function addFile(
  jobs: Jobs,
  tx: Tx,
  gameId: string,
  upload: Upload,
  shelf: {
    kind: 'file' | 'demo'
    name: string
    device: Device
    customPriceCents: number | null
    position: number
  },
): Promise<void> {
  const id = uuid()
  await tx
    .insertInto('game_files')
    .values({
      id,
      game_id: gameId,
      kind: shelf.kind,
      name: shelf.name,
      device: shelf.device,
      custom_price_cents: shelf.customPriceCents,
      position: shelf.position,
      size_bytes: upload.sizeBytes,
      storage_key: upload.storageKey,
    })
    .execute()
  await queueHash(jobs, tx, id)
}
