import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { sweepFolder } from '../../platform/storage/disk.ts'
import { aForm, aZip, filesJson, sendForm, upload } from '../../testing/fixtures/game-form.ts'
import { usePerson } from '../../testing/fixtures/people.ts'
import { openResumable } from '../../testing/resumable.ts'
import { useTestStore } from '../../testing/store.ts'
import { sweepUploads } from './sweep-uploads.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')

const ageUploads = (tempKeys: string[]) =>
  test.sql`update uploads set created_at = now() - interval '25 hours' where temp_key = any(${tempKeys})`

const keyOf = async (tempKey: string) => {
  const row = await test.store.db
    .selectFrom('uploads')
    .select('storage_key')
    .where('temp_key', '=', tempKey)
    .executeTakeFirst()
  return row?.storage_key
}

it('D5 sweeps uploads that no game used within a day, with row and object, and no others', async () => {
  const old = await Promise.all(Array.from({ length: 12 }, () => upload(june, aZip())))
  const [taken, young] = [await upload(june, aZip()), await upload(june, aZip())]
  const keys = await Promise.all(old.map(keyOf))
  const retainedKeys = await Promise.all([taken, young].map(keyOf))
  const form = await aForm({ gameFilesTempJson: filesJson({ tempKey: taken }) })
  expect((await sendForm(june, '/api/games', form)).status).toBe(200)
  await ageUploads([...old, taken])

  expect(await sweepUploads(test.store)).toBe(12)
  for (const key of keys) expect(await test.store.storage.sizeOf(key ?? '')).toBeNull()
  for (const tempKey of old) expect(await keyOf(tempKey)).toBeUndefined()
  for (const key of retainedKeys) expect(await test.store.storage.sizeOf(key ?? '')).toBeGreaterThan(0)
  expect(await sweepUploads(test.store)).toBe(0)
})

it('D5 sweeps a day-old remainder of an interrupted write from staging', async () => {
  const folder = join(test.dataDir, 'files', '.aside')
  await writeFile(join(folder, 'old'), 'x')
  await writeFile(join(folder, 'young'), 'x')
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await utimes(join(folder, 'old'), hoursAgo(25), hoursAgo(25))
  expect(await sweepFolder(folder, hoursAgo(24))).toBe(1)
  expect(await readdir(folder)).toEqual(['young'])
})

it('D5 sweeps the other uploads when one fails, and that one the next time', async () => {
  const opened = await Promise.all(Array.from({ length: 12 }, () => openResumable(june, 100)))
  const tempKeys = opened.map(({ tempKey }) => tempKey)
  const stuck = await keyOf(tempKeys[0] ?? '')
  await ageUploads(tempKeys)
  const { arrivalOf } = test.store.uploads
  const judging = vi.spyOn(test.store.uploads, 'arrivalOf').mockImplementation(async (key) => {
    if (key === stuck) throw new Error('being written')
    return arrivalOf(key)
  })
  expect(await sweepUploads(test.store)).toBe(11)
  judging.mockRestore()
  expect(await keyOf(tempKeys[0] ?? '')).toBe(stuck)
  expect(await sweepUploads(test.store)).toBe(1)
})
