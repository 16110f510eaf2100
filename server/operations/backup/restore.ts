import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { onConnection } from '../../platform/database/connection.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { decryptWith } from './age.ts'
import { DUMP, FILES, type Manifest, readManifest, type StoredFile, suffixOf } from './backup-contents.ts'
import { startTool } from './postgres-tools.ts'

/** A backup that can be read. */
export type OpenBackup = {
  path: string
  manifest: Manifest
  /** The bytes of a file; it fails at its end when they are not those that were backed up. */
  readFile(key: string): Readable
  readDump(): Readable
}

/**
 * @param path the folder of one backup
 * @param identityFile holds the key to an encrypted one
 */
export async function openBackup(path: string, identityFile: string | undefined): Promise<OpenBackup> {
  const manifest = await readManifest(path)
  const { recipient } = manifest
  if (recipient !== null && identityFile === undefined)
    throw new Error(`This backup is encrypted to ${recipient}: set BACKUP_IDENTITY_FILE to its private key.`)
  const decrypt = identityFile === undefined ? same : decryptWith(await identityIn(identityFile))
  const read = (file: string, { sizeBytes, sha256 }: StoredFile) => {
    const bytes = createReadStream(`${file}${suffixOf(recipient)}`)
    const plain = recipient === null ? bytes : decrypt(bytes)
    return Readable.from(checked(plain, file, { sizeBytes, sha256 }), { objectMode: false })
  }
  return {
    path,
    manifest,
    readFile: (key) => {
      const file = manifest.files[key]
      if (!file) throw new Error(`${key} is not in the backup`)
      return read(join(dirname(path), FILES, key), file)
    },
    readDump: () => read(join(path, DUMP), manifest.dump),
  }
}

const same = (bytes: AsyncIterable<Uint8Array>) => bytes

/** A file of age-keygen's has comments above the key. */
async function identityIn(path: string): Promise<string> {
  const [identity] = /^AGE-SECRET-KEY-1\w+/m.exec(await readFile(path, 'utf8')) ?? []
  if (!identity) throw new Error(`${path} holds no private key, a line AGE-SECRET-KEY-1…`)
  return identity
}

async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  expected: StoredFile,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== expected.sha256)
    throw new Error(`${file} is damaged: it is not what was backed up`)
}

/**
 * Brings a backup into an empty database and an empty storage: first the files, then the database as one transaction. Tried
 * again after a failure, it goes on with the files that are missing.
 * @throws Error when the database is not empty
 */
export async function restore(
  backup: OpenBackup,
  { databaseUrl, storage }: { databaseUrl: string; storage: Storage },
): Promise<void> {
  await requireEmpty(databaseUrl)
  for (const [key, { sizeBytes }] of Object.entries(backup.manifest.files))
    if ((await storage.sizeOf(key)) !== sizeBytes) await storage.receive(key, backup.readFile(key), sizeBytes)
  await restoreDatabase(backup, databaseUrl)
}

async function requireEmpty(databaseUrl: string): Promise<void> {
  const { rows } = await onConnection({ connectionString: databaseUrl }, (client) =>
    client.query(
      `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') limit 1`,
    ),
  )
  if (rows.length > 0)
    throw new Error(
      'This database holds tables already: restore into a new one, and keep the old one for now.',
    )
}

/** One transaction: what fails leaves the database empty. */
export async function restoreDatabase(backup: OpenBackup, databaseUrl: string): Promise<void> {
  const parameters = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  const tool = startTool('pg_restore', backup.manifest.postgresMajor, databaseUrl, parameters)
  if (!tool.stdin) throw new Error('pg_restore takes no input')
  const fed = pipeline(backup.readDump(), tool.stdin)
  await Promise.all([tool.ended, fed.catch((error) => tool.ended.then(() => Promise.reject(error)))])
}
