import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sweepUploads } from '../../authoring/uploads/sweep-uploads.ts'
import { areRemovalsHeld, holdingRemovals } from '../../platform/database/backup-hold.ts'
import { presign } from '../../testing/fixtures/game-form.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { backUp } from './backup.ts'
import type { OpenBackup } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'

const test = useTestStore()

it('a running backup delays the sweep of files and any other backup', async () => {
  const { body } = await presign(await signedIn(test, 'developer'), 'left.zip', 100)
  const old = sql<Date>`now() - interval '25 hours'`
  await test.db.updateTable('uploads').set({ created_at: old }).where('temp_key', '=', body.tempKey).execute()
  await holdingRemovals(test.databaseUrl, async () => {
    expect(await areRemovalsHeld(test.db)).toBe(true)
    expect(await sweepUploads(test.store)).toBe(0)
    await expect(backUp({ ...test, recipient: null }, test.tempDir)).rejects.toThrow(
      'Another backup of this store is running',
    )
  })
  expect(await sweepUploads(test.store)).toBe(1)
})

it('a backup fails when it loses its lock while copying files', async () => {
  const copied = holdingRemovals(test.databaseUrl, async () => {
    await test.sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid = (hashtext('files are being backed up')::bigint & 4294967295)::oid`
    expect(await eventually(async () => !(await areRemovalsHeld(test.db)))).toBe(true)
  })
  await expect(copied).rejects.toThrow(/terminat|not queryable/)
})

it('says what a trial restore needs when its user may not create databases', async () => {
  const role = `verifier_${randomBytes(4).toString('hex')}`
  await test.sql`create role ${sql.raw(role)} login`
  const databaseUrl = test.databaseUrl.replace('://store@', `://${role}@`)
  const nothing = { path: '', manifest: { files: {} } } as unknown as OpenBackup // it is not read before
  await expect(verifyBackup(nothing, databaseUrl)).rejects.toThrow(
    `The user "${role}" may not make databases, which restoring on trial needs. Once, as PostgreSQL's own user: runuser -u postgres -- psql -c 'alter role ${role} createdb'.`,
  )
  await test.sql`drop role ${sql.raw(role)}`
})
