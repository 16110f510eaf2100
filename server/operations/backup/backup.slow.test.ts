import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { openStorage } from '../../parts.ts'
import { systemClock } from '../../platform/clock.ts'
import { onConnection } from '../../platform/database/connection.ts'
import { lastBackup } from '../../platform/database/last-backup.ts'
import { buyAndPay } from '../../testing/buying.ts'
import {
  type DebianPostgres,
  hasDebianPostgres,
  openDebianPostgres,
} from '../../testing/fakes/debian-postgres.ts'
import { hasObjectStore, openObjectStore } from '../../testing/fakes/object-store.ts'
import { createGame } from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { openTestStore, type TestStore } from '../../testing/store.ts'
import { backUp } from './backup.ts'
import { backupsIn } from './backup-contents.ts'
import { openBackup, restore } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'

const COMMAND = fileURLToPath(new URL('backup-command.ts', import.meta.url))

/** Runs `npm run backup` with parameters. */
const runBackup = (
  parameters: string[],
  store: { dataDir: string; databaseUrl: string },
): Promise<{ code: unknown; out: string }> =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: store.dataDir, DATABASE_URL: store.databaseUrl }
    execFile(process.execPath, [COMMAND, ...parameters], { env }, (error, out) =>
      resolve({ code: error?.code ?? 0, out }),
    )
  })

it('explains how to back up, and what the demo cannot do', async () => {
  const demo = { dataDir: tmpdir(), databaseUrl: '' }
  expect(await runBackup([], demo)).toMatchObject({
    code: 2,
    out: expect.stringContaining('npm run restore'),
  })
  expect(await runBackup([tmpdir()], demo)).toMatchObject({
    code: 1,
    out: expect.stringContaining('without pg_dump'),
  })
})

describe.skipIf(!hasDebianPostgres)('with the tools of PostgreSQL', () => {
  let postgres: DebianPostgres
  let test: TestStore
  let developer: Person
  let game: Awaited<ReturnType<typeof publish>>
  let folder: string
  /** A backup that was made by the command while orders were written. */
  let made: string
  let said: Awaited<ReturnType<typeof runBackup>>

  beforeAll(async () => {
    postgres = await openDebianPostgres()
    test = await openTestStore({ database: await newDatabase() })
    developer = await signedIn(test, 'developer')
    folder = await mkdtemp(join(tmpdir(), 'nofiller-backups-'))
    game = await publish()
    const path = await newFolder()
    let isSelling = true
    const selling = (async () => {
      while (isSelling) await buyAndPay(test, await signedIn(test), game)
    })()
    await buyAndPay(test, await signedIn(test), game)
    said = await runBackup([path], test)
    isSelling = false
    await selling
    ;[made = ''] = await backupsIn(path)
  })
  afterAll(async () => {
    await test?.close()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const newDatabase = async () => ({ url: await postgres.newDatabase(), drop: async () => undefined })
  async function publish() {
    const { body } = await createGame(developer, { status: 'published', title: 'Harbour', price: '9.99' })
    return { id: body._id as string, slug: body.slug as string, files: [] }
  }
  const newFolder = () => mkdtemp(join(folder, 'of-one-test-'))
  const problemsOf = async (path: string, identityFile?: string) =>
    verifyBackup(await openBackup(path, identityFile), test.databaseUrl)
  const storedKeys = async (gameId: string) => {
    const rows = await test.sql<{ key: string }>`
      select storage_key as key from file_builds as build join game_files as file on file.id = build.file_id
      where file.game_id = ${gameId}`
    return rows.map(({ key }) => key)
  }

  it('R14 a backup made while orders are written verifies: sums, counts and bytes are equal', async () => {
    expect(said).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Backed up to .*: the database and \d+ files\./),
    })
    expect((await lastBackup(test.db)).madeAt).not.toBeNull()
    expect(await runBackup(['--verify', join(made, '..')], test)).toMatchObject({
      code: 0,
      out: expect.stringContaining('can be relied on.'),
    })
  })

  it('R14 a backup is restored into an empty database and storage, and into no other', async () => {
    const database = await newDatabase()
    const settings = { SECRET_KEY: 'the key of the store that is restored', DATA_DIR: await newFolder() }
    const storage = await openStorage(readConfig(settings), systemClock)
    const backup = await openBackup(made, undefined)
    await restore(backup, { databaseUrl: database.url, storage })
    const keys = await storedKeys(game.id)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys)
      expect(await buffer(storage.read(key))).toEqual(await buffer(test.storage.read(key)))
    await expect(restore(backup, { databaseUrl: database.url, storage })).rejects.toThrow(
      'holds tables already',
    )

    const again = await openTestStore({ database })
    expect((await again.nobody.get('/api/ready')).status).toBe(200)
    expect((await again.nobody.get(`/api/games/${game.slug}`)).body.title).toBe('Harbour')
    await again.close()
  })

  it('detects a damaged or lost file in the backup, and a damaged dump', async () => {
    const path = await newFolder()
    await cp(join(made, '..'), path, { recursive: true })
    const backup = await openBackup(join(path, basename(made)), undefined)
    const [damaged = '', lost = ''] = Object.keys(backup.manifest.files)
    await writeFile(join(path, 'files', damaged), 'other bytes')
    await rm(join(path, 'files', lost))
    await writeFile(join(backup.path, 'database.dump'), 'PGDMP, not')
    expect(await problemsOf(backup.path)).toEqual([
      expect.stringMatching(`The file ${damaged} cannot be restored: .* is damaged`),
      expect.stringMatching(`The file ${lost} cannot be restored: ENOENT`),
      expect.stringContaining('The database cannot be restored: pg_restore failed'),
    ])
  })

  it('a backup is encrypted to a public key and needs the private one; the next one names lost files and copies no file twice', async () => {
    const path = await newFolder()
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const identityFile = join(folder, 'identity')
    await writeFile(identityFile, `# public key: ${recipient}\n${identity}\n`)
    const [key = ''] = await storedKeys((await publish()).id)
    const first = await backUp({ ...test, recipient }, path)
    const manifest = await readFile(join(first.path, 'manifest.json'))
    const dump = await readFile(join(first.path, 'database.dump.age'), 'latin1')
    expect(dump).toMatch(/^age-encryption\.org\/v1\n/)
    expect(dump).not.toContain('Harbour')
    await expect(openBackup(first.path, undefined)).rejects.toThrow('set BACKUP_IDENTITY_FILE')
    await expect(backUp({ ...test, recipient: null }, path)).rejects.toThrow(
      'backups for another BACKUP_RECIPIENT',
    )

    const bytes = await buffer(test.storage.read(key))
    await test.storage.remove(key)
    const second = await backUp({ ...test, recipient }, path)
    await test.storage.write(key, bytes)
    expect(first.manifest.missing).toEqual([])
    expect(second.manifest.missing).toEqual([key])
    expect({ ...second.manifest.files, [key]: first.manifest.files[key] }).toEqual(first.manifest.files)
    expect(second.path).not.toBe(first.path)
    expect(await readFile(join(first.path, 'manifest.json'))).toEqual(manifest)
    expect((await readdir(path)).length).toBe(3)

    second.manifest.tables['public.ledger_entries'] = { rows: '1', amount_cents: '1' }
    await writeFile(join(second.path, 'manifest.json'), JSON.stringify(second.manifest))
    expect(await problemsOf(second.path, identityFile)).toEqual([
      'Rows or sums of public.ledger_entries are not those that were backed up.',
      `The database names the file ${key}, which is not in the backup.`,
    ])
  })

  it.skipIf(!hasObjectStore)('copies files from an object store and back into one', async () => {
    // Its database has only what a backup looks for: a full one is restored above.
    const objects = await openObjectStore()
    const settings = { SECRET_KEY: 'the key of the store', ...objects.environment }
    const storage = await openStorage(readConfig(settings), systemClock)
    const bytes = Buffer.from('a file of a game')
    await storage.write('games/one/file', bytes)
    const databaseUrl = await postgres.newDatabase()
    await onConnection({ connectionString: databaseUrl }, (client) =>
      client.query(
        'create table file_builds (storage_key text, destroyed_at timestamptz); create table copyright_notices (court_document text)',
      ),
    )
    const backup = await backUp({ databaseUrl, storage, recipient: null }, await newFolder())
    expect(backup.manifest.files['games/one/file']?.sizeBytes).toBe(bytes.length)
    await storage.remove('games/one/file')
    const restored = { databaseUrl: await postgres.newDatabase(), storage }
    await restore(await openBackup(backup.path, undefined), restored)
    expect(await buffer(storage.read('games/one/file'))).toEqual(bytes)
    await objects.stop()
  })
})
