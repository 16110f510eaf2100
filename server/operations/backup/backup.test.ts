import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sweepUploads } from '../../authoring/uploads/sweep-uploads.ts'
import { readConfig } from '../../config.ts'
import { openStorage } from '../../parts.ts'
import { systemClock } from '../../platform/clock.ts'
import { areRemovalsHeld, holdingRemovals } from '../../platform/database/backup-hold.ts'
import { buyAndPay } from '../../testing/buying.ts'
import {
  type DebianPostgres,
  hasDebianPostgres,
  openDebianPostgres,
} from '../../testing/fakes/debian-postgres.ts'
import { hasObjectStore, openObjectStore } from '../../testing/fakes/object-store.ts'
import { createGame, presign } from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, openTestStore, type TestStore } from '../../testing/store.ts'
import { backUp } from './backup.ts'
import { openBackup, restore } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

describe.skipIf(!hasDebianPostgres)('with the tools of PostgreSQL', () => {
  let postgres: DebianPostgres
  let test: TestStore
  let developer: Person
  let game: Awaited<ReturnType<typeof publish>>
  let folder: string

  beforeAll(async () => {
    postgres = await openDebianPostgres()
    test = await emptyStore()
    developer = await signedIn(test, 'developer')
    folder = await mkdtemp(join(tmpdir(), 'nofiller-backups-'))
    game = await publish()
  })
  afterAll(async () => {
    await test?.close()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const emptyStore = async (settings: Record<string, string> = {}) =>
    openTestStore({ settings, database: { url: await postgres.newDatabase(), drop: async () => undefined } })

  async function publish() {
    const { body } = await createGame(developer, { status: 'published', title: 'Harbour', price: '9.99' })
    return { id: body._id as string, slug: body.slug as string, files: [] }
  }
  const store = () => ({ databaseUrl: test.databaseUrl, storage: test.storage, recipient: null })
  const newFolder = () => mkdtemp(join(folder, 'of-one-test-'))
  const problemsOf = async (path: string, identityFile?: string) =>
    verifyBackup(await openBackup(path, identityFile), test.databaseUrl)

  it('R14 restores a backup that was made while orders were written: sums, counts and bytes are equal', async () => {
    const path = await newFolder()
    let isSelling = true
    const selling = (async () => {
      while (isSelling) await buyAndPay(test, await signedIn(test), game)
    })()
    await buyAndPay(test, await signedIn(test), game)
    const backup = await backUp(store(), path)
    await buyAndPay(test, await signedIn(test), game)
    isSelling = false
    await selling
    expect(backup.manifest.missing).toEqual([])
    expect(await problemsOf(backup.path)).toEqual([])

    const databaseUrl = await postgres.newDatabase()
    const settings = { SECRET_KEY: 'the key of the store that is restored' }
    const dataDir = await newFolder()
    const storage = await openStorage(readConfig({ ...settings, DATA_DIR: dataDir }), systemClock)
    await restore(await openBackup(backup.path, undefined), { databaseUrl, storage })
    const { rows } = await sql<{ key: string }>`select storage_key as key from file_builds`.execute(test.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { key } of rows)
      expect(await buffer(storage.read(key))).toEqual(await buffer(test.storage.read(key)))
    await expect(restore(await openBackup(backup.path, undefined), { databaseUrl, storage })).rejects.toThrow(
      'holds tables already',
    )

    const again = await openTestStore({ database: { url: databaseUrl, drop: async () => undefined } })
    expect((await again.nobody.get('/api/ready')).status).toBe(200)
    expect((await again.nobody.get(`/api/games/${game.slug}`)).body.title).toBe('Harbour')
    await again.close()
  })

  it('a second backup leaves the first as it is, and copies no file again', async () => {
    const path = await newFolder()
    const first = await backUp(store(), path)
    const before = await readFile(join(first.path, 'manifest.json'))
    const second = await backUp(store(), path)
    expect(second.path).not.toBe(first.path)
    expect(await readFile(join(first.path, 'manifest.json'))).toEqual(before)
    expect(second.manifest.files).toEqual(first.manifest.files)
    expect((await readdir(path)).length).toBe(3)
    expect(await problemsOf(first.path)).toEqual([])
  })

  it('a file that was damaged or lost in the backup is found, and so is a damaged dump', async () => {
    const path = await newFolder()
    const backup = await backUp(store(), path)
    const [damaged = '', lost = ''] = Object.keys(backup.manifest.files)
    await writeFile(join(path, 'files', damaged), 'other bytes')
    await rm(join(path, 'files', lost))
    expect(await problemsOf(backup.path)).toEqual([
      expect.stringMatching(`The file ${damaged} cannot be restored: .* is damaged`),
      expect.stringMatching(`The file ${lost} cannot be restored: ENOENT`),
    ])
    await writeFile(join(backup.path, 'database.dump'), 'PGDMP, not')
    expect(await problemsOf(backup.path)).toContainEqual(
      expect.stringContaining('The database cannot be restored: pg_restore failed'),
    )
  })

  it('a file that the store has lost is named, and money that differs is found', async () => {
    const path = await newFolder()
    const other = await publish()
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from file_builds as build join game_files as file on file.id = build.file_id
      where file.game_id = ${other.id}`.execute(test.db)
    const key = rows[0]?.key ?? ''
    const bytes = await buffer(test.storage.read(key))
    await test.storage.remove(key)
    const backup = await backUp(store(), path)
    await test.storage.write(key, bytes)
    expect(backup.manifest.missing).toEqual([key])
    const changed = structuredClone(backup.manifest)
    changed.tables['public.ledger_entries'] = { rows: '1', amount_cents: '1' }
    await writeFile(join(backup.path, 'manifest.json'), JSON.stringify(changed))
    expect(await problemsOf(backup.path)).toEqual([
      'Rows or sums of public.ledger_entries are not those that were backed up.',
      `The database names the file ${key}, which is not in the backup.`,
    ])
  })

  it('holds off the sweep of files while it runs, and another backup', async () => {
    const { body } = await presign(developer, 'left.zip', 100)
    const old = sql<Date>`now() - interval '25 hours'`
    await test.db
      .updateTable('uploads')
      .set({ created_at: old })
      .where('temp_key', '=', body.tempKey)
      .execute()
    await holdingRemovals(test.databaseUrl, async () => {
      expect(await areRemovalsHeld(test.db)).toBe(true)
      expect(await sweepUploads(test.store)).toBe(0)
      await expect(backUp(store(), await newFolder())).rejects.toThrow(
        'Another backup of this store is running',
      )
    })
    expect(await sweepUploads(test.store)).toBe(1)
  })

  it('fails when the hold was lost while files were copied', async () => {
    const copied = holdingRemovals(test.databaseUrl, async () => {
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
        and objid = (hashtext('files are being backed up')::bigint & 4294967295)::oid`.execute(test.db)
      expect(await eventually(async () => !(await areRemovalsHeld(test.db)))).toBe(true)
    })
    await expect(copied).rejects.toThrow(/terminat|not queryable/)
  })

  it('is encrypted to a key, and read with its private one alone', async () => {
    const path = await newFolder()
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const identityFile = join(folder, 'identity')
    await writeFile(identityFile, `# public key: ${recipient}\n${identity}\n`)
    const backup = await backUp({ ...store(), recipient }, path)
    const dump = await readFile(join(backup.path, 'database.dump.age'), 'latin1')
    expect(dump).toMatch(/^age-encryption\.org\/v1\n/)
    expect(dump).not.toContain('Harbour')
    expect(await problemsOf(backup.path, identityFile)).toEqual([])
    await expect(openBackup(backup.path, undefined)).rejects.toThrow('set BACKUP_IDENTITY_FILE')
    await expect(backUp(store(), path)).rejects.toThrow('backups for another BACKUP_RECIPIENT')
  })

  it('runs as a command, and says what the demo cannot do', async () => {
    const command = fileURLToPath(new URL('backup-command.ts', import.meta.url))
    const run = (parameters: string[], DATABASE_URL: string) =>
      new Promise<{ code: unknown; out: string }>((resolve) => {
        const env = { PATH: process.env.PATH, DATA_DIR: test.dataDir, DATABASE_URL }
        execFile(process.execPath, [command, ...parameters], { env }, (error, out) =>
          resolve({ code: error?.code ?? 0, out }),
        )
      })
    const path = await newFolder()
    expect(await run([], test.databaseUrl)).toMatchObject({
      code: 2,
      out: expect.stringContaining('npm run restore'),
    })
    expect(await run([path], '')).toMatchObject({ code: 1, out: expect.stringContaining('without pg_dump') })
    expect(await run([path], test.databaseUrl)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Backed up to .*: the database and \d+ files\./),
    })
    expect(await run(['--verify', path], test.databaseUrl)).toMatchObject({
      code: 0,
      out: expect.stringContaining('can be relied on.'),
    })
  })

  it.skipIf(!hasObjectStore)('copies files from an object store, and back into one', async () => {
    const objects = await openObjectStore()
    const sold = await emptyStore(objects.environment)
    const bytes = Buffer.from('a file of a game')
    await sold.storage.write('games/one/file', bytes)
    const backup = await backUp(
      { databaseUrl: sold.databaseUrl, storage: sold.storage, recipient: null },
      await newFolder(),
    )
    expect(backup.manifest.files['games/one/file']?.sizeBytes).toBe(bytes.length)
    await sold.storage.remove('games/one/file')
    await restore(await openBackup(backup.path, undefined), {
      databaseUrl: await postgres.newDatabase(),
      storage: sold.storage,
    })
    expect(await buffer(sold.storage.read('games/one/file'))).toEqual(bytes)
    await sold.close()
    await objects.stop()
  })
})
