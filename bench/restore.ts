/**
 * What it takes to back up and to restore a store of 1,000,000 orders and 5 GiB of files (`--scale 0.1` for a tenth), against
 * PostgreSQL's bare tools and a bare copy of the files: minutes, megabytes a second, and how much disk a restore needs at most.
 * Fails unless rows, sums of money, orders, grants, ledger and all files are afterwards what they were.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../server/operations/backup/backup.ts'
import { countTables, keysInDatabase } from '../server/operations/backup/backup-contents.ts'
import { startTool } from '../server/operations/backup/postgres-tools.ts'
import { type OpenBackup, openBackup, restore } from '../server/operations/backup/restore.ts'
import { verifyBackup } from '../server/operations/backup/verify-backup.ts'
import { compareAll } from '../server/orders/settlement/reconcile.ts'
import { systemClock } from '../server/platform/clock.ts'
import { onConnection } from '../server/platform/database/connection.ts'
import { connect } from '../server/platform/database/database.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { diskStorage } from '../server/platform/storage/disk.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import type { Storage } from '../server/platform/storage/storage.ts'
import { openDebianPostgres } from '../server/testing/fakes/debian-postgres.ts'
import { SECRET_KEY, withHarness } from './harness.ts'
import { timed } from './memory.ts'
import { sizeOf } from './options.ts'
import { plantStore, scaled } from './plant.ts'
import { report } from './report.ts'

const SCALE = sizeOf('scale', 1)
const MIB = 2 ** 20
const FILES_MIB = sizeOf('mib', Math.round(5 * 1024 * SCALE))
const AMOUNTS = { ...scaled(SCALE), games: Math.ceil(3_000 * SCALE), downloads: scaled(SCALE).orders }
const LOOK_AT_DISK_MS = 1_000

await withHarness(async ({ folder }) => {
  const postgres = await openDebianPostgres(['max_connections=50', 'fsync=on'])
  try {
    const databaseUrl = await postgres.newDatabase()
    const storage = await storageIn(join(folder, 'files'))
    await migrate(databaseUrl)
    await plantStore(databaseUrl, AMOUNTS)
    await plantFiles(databaseUrl, storage)
    const bare = await measureBare(databaseUrl, await postgres.newDatabase(), folder)

    const backups = join(folder, 'backups')
    let path = ''
    const backupS = await timed(async () => {
      path = (await backUp({ databaseUrl, storage, recipient: null }, backups)).path
    })
    const backup = await openBackup(path, undefined)

    const restored = {
      databaseUrl: await postgres.newDatabase(),
      storage: await storageIn(join(folder, 'restored')),
    }
    const places = [postgres.folder, join(folder, 'restored')]
    let restoreS = 0
    const extraBytes = await diskWhile(places, async () => {
      restoreS = await timed(() => restore(backup, restored))
    })
    const restoredBytes = (await databaseBytes(restored.databaseUrl)) + FILES_MIB * MIB
    await requireSame(backup, restored)
    await rm(join(folder, 'restored'), { recursive: true })
    let problems: string[] = []
    const verifyS = await timed(async () => {
      problems = await verifyBackup(backup, databaseUrl)
    })
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'))

    const megabytes = restoredBytes / 1e6
    const bareRestoreS = bare.restoreS + bare.copyS
    report(
      [
        {
          what: 'backup',
          value: backupS / 60,
          unit: 'minutes',
          against: { what: 'pg_dump and cp', value: (bare.dumpS + bare.copyS) / 60 },
        },
        {
          what: 'restore',
          value: restoreS / 60,
          unit: 'minutes',
          against: { what: 'pg_restore and cp', value: bareRestoreS / 60 },
        },
        {
          what: 'restore',
          value: megabytes / restoreS,
          unit: 'MB / s',
          against: { what: 'pg_restore and cp', value: megabytes / bareRestoreS },
        },
        {
          what: 'disk while restoring, at most',
          value: extraBytes / 1e6,
          unit: 'MB more',
          against: { what: 'restored database and files', value: megabytes },
        },
        {
          what: 'backup --verify',
          value: verifyS / 60,
          unit: 'minutes',
          against: { what: 'pg_restore and cp', value: bareRestoreS / 60 },
        },
      ],
      { orders: AMOUNTS.orders, 'MiB of files': FILES_MIB },
    )
  } finally {
    await postgres.stop()
  }
})

function storageIn(path: string): Promise<Storage> {
  return diskStorage(path, addressSigner('http://127.0.0.1', [SECRET_KEY], systemClock))
}

/** A file for each build that the database names, all of one size and none like another. */
async function plantFiles(databaseUrl: string, storage: Storage): Promise<void> {
  const keys = await onConnection({ connectionString: databaseUrl }, keysInDatabase)
  const sizeBytes = Math.ceil((FILES_MIB * MIB) / keys.length)
  const bytes = randomBytes(sizeBytes)
  for (const [nth, key] of keys.entries()) {
    bytes.writeUInt32BE(nth)
    await storage.write(key, bytes)
  }
}

/** What PostgreSQL's own tools and `cp` need for the same, which neither hash nor flush. */
async function measureBare(databaseUrl: string, emptyUrl: string, folder: string) {
  const dump = join(folder, 'bare.dump')
  const { rows } = await onConnection({ connectionString: databaseUrl }, (client) =>
    client.query<{ major: number }>(`select current_setting('server_version_num')::int / 10000 as major`),
  )
  const major = rows[0]?.major ?? 0
  const dumpS = await timed(async () => {
    const tool = startTool('pg_dump', major, databaseUrl, ['--format=custom'])
    await Promise.all([pipeline(tool.stdout as Readable, createWriteStream(dump)), tool.ended]) // it is spawned with pipes
  })
  const restoreS = await timed(async () => {
    const tool = startTool('pg_restore', major, emptyUrl, ['--no-owner'])
    if (!tool.stdin) throw new Error('pg_restore takes no input')
    await Promise.all([pipeline(createReadStream(dump), tool.stdin), tool.ended])
  })
  const copyS = await timed(() => run('cp', ['-r', join(folder, 'files'), join(folder, 'copied')]))
  await Promise.all(['bare.dump', 'copied'].map((name) => rm(join(folder, name), { recursive: true })))
  return { dumpS, restoreS, copyS }
}

async function run(program: string, parameters: string[]): Promise<void> {
  const [code] = await once(spawn(program, parameters, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${program} failed`)
}

/** How many bytes some folders grew at most while some work was done, as `du` counts them. */
async function diskWhile(folders: readonly string[], work: () => Promise<void>): Promise<number> {
  const before = await diskBytes(folders)
  let peak = before
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await sleep(LOOK_AT_DISK_MS)) peak = Math.max(peak, await diskBytes(folders))
  })()
  await work().finally(() => {
    isOver = true
  })
  await watching
  return Math.max(peak, await diskBytes(folders)) - before
}

/** Files may go while they are counted, of which `du` complains. */
async function diskBytes(folders: readonly string[]): Promise<number> {
  const du = spawn('du', ['-sk', ...folders], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (await text(du.stdout)).trim().split('\n')
  return lines.reduce((sum, line) => sum + Number.parseInt(line, 10) * 1024, 0)
}

async function databaseBytes(databaseUrl: string): Promise<number> {
  const { rows } = await onConnection({ connectionString: databaseUrl }, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
  )
  return Number(rows[0]?.bytes)
}

/** @throws Error unless a restored store is what was backed up, and its books agree */
async function requireSame(
  { manifest }: OpenBackup,
  { databaseUrl, storage }: { databaseUrl: string; storage: Storage },
): Promise<void> {
  const tables = await onConnection({ connectionString: databaseUrl }, countTables)
  for (const [name, counted] of Object.entries(manifest.tables))
    if (JSON.stringify(tables[name]) !== JSON.stringify(counted)) throw new Error(`${name} differs`)
  for (const [key, { sha256 }] of Object.entries(manifest.files)) {
    const hash = createHash('sha256')
    for await (const chunk of storage.read(key)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new Error(`${key} differs`)
  }
  const { db, close } = connect(databaseUrl, { error: () => undefined })
  const differences = await compareAll(db).finally(close)
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences.slice(0, 5))}`)
}
