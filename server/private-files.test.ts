import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from './platform/clock.ts'
import { diskStorage } from './platform/storage/disk.ts'
import { addressSigner } from './platform/storage/signed-address.ts'
import { aZip, upload } from './testing/fixtures/game-form.ts'
import { signedIn } from './testing/fixtures/people.ts'
import { eventually, useTestStore } from './testing/store.ts'

const test = useTestStore({ settings: { ACCEL_REDIRECT: '/stored' } })

/** Everything below a folder that other users of this machine could enter or read, except builds and pictures. */
async function openToOthers(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (/^files(?:$|\/(?:uploads|game-files)(?:\/|$))/.test(name)) continue
    if (((await stat(path)).mode & 0o077) !== 0) open.push(name)
  }
  return open
}

it('only the store’s user can read files about people, whatever the umask', async () => {
  const june = await signedIn(test, 'developer')
  expect((await june.post('/api/account/export')).status).toBe(200)
  await eventually(async () => (await test.mailsTo(june.email)).length > 0)
  await upload(june, aZip())
  expect(await openToOthers(test.dataDir)).toEqual([])
  expect(await readdir(join(test.dataDir, 'files/exports'))).toHaveLength(1)
})

it('the store itself sends the files that nginx may not read', async () => {
  const june = await signedIn(test)
  expect((await june.post('/api/account/export')).status).toBe(200)
  const downloadUrl = await eventually(
    async () => (await june.post('/api/account/export/download')).body.downloadUrl,
  )
  const answer = await fetch(downloadUrl)
  expect(answer.headers.get('x-accel-redirect')).toBeNull()
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
})

it('closes folders that an earlier version left open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-private-'))
  await mkdir(join(folder, 'exports'), { mode: 0o755 })
  await diskStorage(folder, addressSigner('http://store.example', ['key'], systemClock))
  expect((await stat(join(folder, 'exports'))).mode & 0o777).toBe(0o700)
  await rm(folder, { recursive: true })
})
