import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponseBody } from '@nofiller/contract/calls'
import { DOWNLOAD_SECONDS } from '@nofiller/contract/library/download-lifetimes'
import { EXPORT_DAYS, EXPORT_PAUSE_HOURS } from '@nofiller/contract/personal-data/personal-data-rules'
import { utcDay } from '@nofiller/contract/text/time'
import { v7 as uuid } from 'uuid'
import type { Account } from '../platform/caller.ts'
import { type Queryable, violates } from '../platform/database/database.ts'
import { conflict, notFound, tooMany } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { exportReadyMail } from './emails.ts'
import { exportEntries, inOnePiece } from './export-entries.ts'
import { writeArchive } from './write-archive.ts'

const QUEUE = 'export-account'
const SCHEMA_VERSION = 1
const hoursAfter = (time: Date, hours: number): Date => new Date(time.getTime() + hours * 3_600_000)

/**
 * Queues the making of an archive of all that the store knows of an account.
 * @throws HttpError 409 `export_running`, 429 within a day of the last one
 */
export async function askForExport(store: Store, account: Account): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
    const last = await newestExport(tx, account.id)
    if (last && !last.ready_at) throw alreadyRunning()
    const nextAt = last && hoursAfter(last.asked_at, EXPORT_PAUSE_HOURS)
    if (nextAt && nextAt > now)
      throw tooMany(
        Math.ceil((nextAt.getTime() - now.getTime()) / 1000),
        'You can ask for a copy of your data once a day.',
      )
    const id = uuid()
    await tx
      .insertInto('account_exports')
      .values({ id, account_id: account.id, asked_at: now })
      .execute()
      .catch((error) => {
        throw violates(error, 'account_exports_one_open') ? alreadyRunning() : error
      })
    await store.jobs.send(
      tx,
      QUEUE,
      { exportId: id },
      { singletonKey: id, retryLimit: 10, retryDelay: 30, retryBackoff: true },
    )
  })
}

const alreadyRunning = () => conflict('export_running', 'A copy of your data is already being prepared.')

const newestExport = (db: Queryable, accountId: string) =>
  db
    .selectFrom('account_exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The progress of the newest export. One with a deleted archive counts as none. */
export async function exportState(
  store: Store,
  account: Account,
): Promise<ResponseBody<'GET /api/account/export'>> {
  const newest = await newestExport(store.db, account.id)
  if (!newest) return { export: { state: 'none' }, nextAt: null }
  const { ready_at, ends_at, size_bytes } = newest
  const askedAt = newest.asked_at.toISOString()
  if (!ready_at || !ends_at || size_bytes === null)
    return { export: { state: 'preparing', askedAt }, nextAt: null }
  const now = store.clock()
  const nextAt = hoursAfter(newest.asked_at, EXPORT_PAUSE_HOURS)
  return {
    export:
      ends_at > now
        ? { state: 'ready', askedAt, endsAt: ends_at.toISOString(), sizeBytes: size_bytes }
        : { state: 'none' },
    nextAt: nextAt > now ? nextAt.toISOString() : null,
  }
}

/**
 * A signed address of the newest archive.
 * @throws HttpError 404 when there is none, or no longer one
 */
export async function downloadExport(store: Store, account: Account): Promise<{ downloadUrl: string }> {
  const newest = await newestExport(store.db, account.id)
  if (!newest?.storage_key || !newest.ends_at || newest.ends_at <= store.clock())
    throw notFound('There is no copy of your data to download. Ask for a new one.')
  const fileName = `${store.config.STORE_NAME} data ${utcDay(newest.asked_at)}.zip`
  return {
    downloadUrl: await store.storage.presignGet({
      key: newest.storage_key,
      fileName,
      expiresInSeconds: DOWNLOAD_SECONDS,
    }),
  }
}

export const startExporting = (store: Store): Promise<void> =>
  store.jobs.work<{ exportId: string }>(QUEUE, ({ exportId }) => makeExport(store, exportId))

/**
 * Makes the archive in a temporary file, stores it and emails its owner. After a kill it starts again; its file is swept, and
 * an archive without a row was never stored under a known key.
 */
export async function makeExport(store: Store, exportId: string): Promise<void> {
  const asked = await store.db
    .selectFrom('account_exports')
    .innerJoin('accounts', 'accounts.id', 'account_exports.account_id')
    .select(['account_id', 'email', 'asked_at', 'ready_at'])
    .where('account_exports.id', '=', exportId)
    .executeTakeFirst()
  if (!asked || asked.ready_at) return
  const temporaryPath = join(store.config.dataDir, 'temp', `export-${randomBytes(12).toString('hex')}`)
  try {
    await writeArchive(temporaryPath, exportEntries(store, asked.account_id), (files) => ({
      path: 'manifest.json',
      text: inOnePiece(
        `${JSON.stringify({ schemaVersion: SCHEMA_VERSION, askedAt: asked.asked_at, files }, null, 2)}\n`,
      ),
    }))
    const key = `exports/${exportId}.zip`
    const { size } = await stat(temporaryPath)
    await store.storage.remove(key) // of an attempt that was killed
    await store.storage.receive(key, createReadStream(temporaryPath), size)
    await finish(store, exportId, { key, size, email: asked.email })
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

type Archive = { key: string; size: number; email: string }

async function finish(store: Store, exportId: string, { key, size, email }: Archive): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const finished = await tx
      .updateTable('account_exports')
      .set({ storage_key: key, size_bytes: size, ready_at: now, ends_at: hoursAfter(now, EXPORT_DAYS * 24) })
      .where('id', '=', exportId)
      .where('ready_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (finished) await store.mail.queue(tx, exportReadyMail(store.config, email))
  })
}

/** Deletes archives that have ended, and then their rows. */
export async function purgeExports({ db, storage, clock }: Store): Promise<void> {
  const ended = await db
    .selectFrom('account_exports')
    .select(['id', 'storage_key'])
    .where('ends_at', '<=', clock())
    .execute()
  for (const { id, storage_key } of ended) {
    if (storage_key) await storage.remove(storage_key)
    await db.deleteFrom('account_exports').where('id', '=', id).execute()
  }
}
