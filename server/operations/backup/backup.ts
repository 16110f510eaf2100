/**
 * Backs a store up beside its work: first the database, as of one moment, then the files. Files are written once, so those
 * that the database names are the same a while later, and what removes files waits meanwhile.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { holdingRemovals } from '../../platform/database/backup-hold.ts'
import { onConnection } from '../../platform/database/connection.ts'
import { recordBackup } from '../../platform/database/last-backup.ts'
import { PRIVATE_FILE, privateFolder } from '../../platform/private-files.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { encryptTo } from './age.ts'
import {
  backupsIn,
  countTables,
  DUMP,
  FILES,
  keysInDatabase,
  MANIFEST,
  type Manifest,
  readManifest,
  type StoredFile,
  suffixOf,
} from './backup-contents.ts'
import { startTool } from './postgres-tools.ts'

export type BackedUp = { databaseUrl: string; storage: Storage; recipient: string | null }

/**
 * Adds a backup to a folder, as a folder of its own that is named by its time; none is changed by a later one.
 * @returns the backup's folder
 * @throws Error when another backup runs, the folder holds backups for another key, or the database connection was lost
 */
export async function backUp(store: BackedUp, folder: string): Promise<{ path: string; manifest: Manifest }> {
  const known = await knownFiles(folder, store.recipient)
  const madeAt = new Date().toISOString()
  const path = join(folder, madeAt.replaceAll(':', '-').replace('.', '-'))
  const partial = `${path}.partial`
  await privateFolder(partial)
  await privateFolder(join(folder, FILES))
  const [{ keys, ...dumped }, files] = await holdingRemovals(store.databaseUrl, async () => [
    await dumpDatabase(store, partial),
    await copyFiles(store, folder, known),
  ])
  const manifest: Manifest = {
    format: 1,
    madeAt,
    recipient: store.recipient,
    ...dumped,
    files,
    missing: keys.filter((key) => !(key in files)),
  }
  await writeFile(join(partial, MANIFEST), JSON.stringify(manifest, null, 1), {
    flush: true,
    mode: PRIVATE_FILE,
  })
  await rename(partial, path)
  if (manifest.missing.length === 0) await recordBackup(store.databaseUrl, madeAt)
  return { path, manifest }
}

/** The files that earlier backups copied completely. */
async function knownFiles(folder: string, recipient: string | null): Promise<Manifest['files']> {
  const known: Manifest['files'] = {}
  for (const backup of await backupsIn(folder)) {
    const manifest = await readManifest(backup)
    if (manifest.recipient !== recipient)
      throw new Error(`${folder} holds backups for another BACKUP_RECIPIENT: use a folder of its own.`)
    Object.assign(known, manifest.files)
  }
  return known
}

/** The dump and the counts beside it are of one snapshot. */
async function dumpDatabase({ databaseUrl, recipient }: BackedUp, partial: string) {
  return onConnection({ connectionString: databaseUrl }, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string; major: number }>(
      `select pg_export_snapshot() as snapshot, current_setting('server_version_num')::int / 10000 as major`,
    )
    const { snapshot = '', major: postgresMajor = 0 } = rows[0] ?? {}
    const tool = startTool('pg_dump', postgresMajor, databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${snapshot}`,
    ])
    const [dump] = await Promise.all([
      save(tool.stdout as Readable, join(partial, DUMP), recipient), // it is spawned with pipes
      tool.ended,
    ])
    return { postgresMajor, dump, tables: await countTables(client), keys: await keysInDatabase(client) }
  })
}

async function copyFiles(
  { storage, recipient }: BackedUp,
  folder: string,
  known: Manifest['files'],
): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for await (const key of storage.list()) {
    const path = join(folder, FILES, key)
    const before = known[key]
    const isThere = await stat(`${path}${suffixOf(recipient)}`).then(Boolean, () => false)
    const file = before && isThere ? before : await copyFile(storage, key, path, recipient)
    if (file) files[key] = file
  }
  return files
}

/** @returns null for a file that was removed since it was listed: the database did not name it */
async function copyFile(
  storage: Storage,
  key: string,
  path: string,
  recipient: string | null,
): Promise<StoredFile | null> {
  if ((await storage.sizeOf(key)) === null) return null
  await privateFolder(dirname(path))
  return save(storage.read(key), path, recipient)
}

/** Writes bytes, encrypted if there is a key, so that they appear complete or not at all. @returns size and hash of the input */
async function save(bytes: Readable, path: string, recipient: string | null): Promise<StoredFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* measured(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  const encrypt = recipient === null ? (chunks: AsyncIterable<Uint8Array>) => chunks : encryptTo(recipient)
  const finished = `${path}${suffixOf(recipient)}`
  const written = createWriteStream(`${finished}.partial`, { flush: true, mode: PRIVATE_FILE })
  await pipeline(bytes, measured, encrypt, written)
  await rename(`${finished}.partial`, finished)
  return { sizeBytes, sha256: hash.digest('hex') }
}
