/** `npm run backup -- FOLDER`, `npm run backup -- --verify FOLDER`, `npm run restore -- BACKUP` */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { openStorage } from '../../parts.ts'
import { systemClock } from '../../platform/clock.ts'
import { backUp } from './backup.ts'
import { backupsIn } from './backup-contents.ts'
import { openBackup, restore } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'

const USAGE = `npm run backup -- FOLDER             add a backup to the folder
npm run backup -- --verify FOLDER    restore its newest one on trial, and compare
npm run restore -- BACKUP            bring one backup into an empty database and storage`

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run([first = '', second = '']: string[]): Promise<number> {
  const path = first.startsWith('--') ? second : first
  if (path === '' || path.startsWith('--')) {
    say(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const databaseUrl = serverOf(config)
  const startedAt = performance.now()
  const code = await act(first, resolve(path), config, databaseUrl)
  say(`${Math.round((performance.now() - startedAt) / 1_000)} s.`)
  return code
}

async function act(command: string, path: string, config: Config, databaseUrl: string): Promise<number> {
  switch (command) {
    case '--verify':
      return verify(path, config, databaseUrl)
    case '--restore': {
      const backup = await openBackup(path, config.BACKUP_IDENTITY_FILE)
      await restore(backup, { databaseUrl, storage: await openStorage(config, systemClock) })
      say(`Restored ${path}. Start the store, and run npm run doctor.`)
      return 0
    }
    default:
      return make(path, config, databaseUrl)
  }
}

async function make(folder: string, config: Config, databaseUrl: string): Promise<number> {
  const storage = await openStorage(config, systemClock)
  const { path, manifest } = await backUp(
    { databaseUrl, storage, recipient: config.BACKUP_RECIPIENT ?? null },
    folder,
  )
  for (const key of manifest.missing)
    say(`The database names the file ${key}, which the store does not have.`)
  say(`Backed up to ${path}: the database and ${Object.keys(manifest.files).length} files.`)
  return manifest.missing.length === 0 ? 0 : 1
}

async function verify(folder: string, config: Config, databaseUrl: string): Promise<number> {
  const newest = (await backupsIn(folder)).at(-1)
  if (!newest) throw new Error(`There is no backup in ${folder}.`)
  const problems = await verifyBackup(await openBackup(newest, config.BACKUP_IDENTITY_FILE), databaseUrl)
  for (const problem of problems) say(problem)
  say(problems.length === 0 ? `${newest} can be relied on.` : `${newest} CANNOT be relied on.`)
  return problems.length === 0 ? 0 : 1
}

function serverOf({ directDatabaseUrl: url }: Config): string {
  if (url) return url
  throw new Error(
    "The demo's own PostgreSQL comes without pg_dump: stop the store and copy DATA_DIR, or set DATABASE_URL.",
  )
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
