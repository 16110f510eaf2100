import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import {
  aForm,
  aZip,
  createGame,
  filesJson,
  presign,
  sendForm,
  upload,
} from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { openResumable, patch, storageKeyOf } from '../../testing/resumable.ts'
import { useTestStore } from '../../testing/store.ts'
import { sweepUploads } from './sweep-uploads.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')

const cancel = (person: Person, tempKey: string) => person.send('DELETE', `/api/upload/temp-file/${tempKey}`)

it('D7 canceling an upload makes room for another one', async () => {
  const opened = []
  for (let count = 0; count < 25; count += 1) opened.push(await presign(june, 'game.zip', 100))
  expect((await presign(june, 'game.zip', 100)).status).toBe(429)
  for (const { body } of opened) expect((await cancel(june, body.tempKey)).status).toBe(200)
  expect((await presign(june, 'game.zip', 100)).status).toBe(200)
})

it('D5 canceling leaves nothing of an upload, whether half or complete', async () => {
  const bytes = aZip(2_000)
  const { tempKey, url } = await openResumable(june, bytes.length)
  await patch(url, bytes.subarray(0, 500), 0)
  const whole = await upload(june, bytes)
  for (const key of [tempKey, whole]) {
    expect((await cancel(june, key)).status).toBe(200)
    expect((await june.get(`/api/upload/temp-file/${key}`)).status).toBe(404)
    expect((await cancel(june, key)).status).toBe(404)
  }
  expect((await patch(url, bytes.subarray(500), 500)).status).toBe(404)
})

it('D6 refuses to cancel somebody else’s upload, or one that a game uses', async () => {
  const tempKey = await upload(june, aZip())
  const ada = await signedIn(test, 'developer')
  expect((await cancel(ada, tempKey)).status).toBe(404)
  const saved = await sendForm(
    june,
    '/api/games',
    await aForm({ gameFilesTempJson: filesJson({ tempKey, filename: 'game.zip', device: 'Windows' }) }),
  )
  expect(saved.status).toBe(200)
  expect((await cancel(june, tempKey)).status).toBe(404)
})

it('D7 bytes that are sent after an upload was canceled count, are never part of a game, and are swept', async () => {
  const ada = await signedIn(test, 'developer')
  const bytes = aZip()
  const { body } = await presign(ada, 'game.zip', bytes.length)
  const key = await storageKeyOf(test, body.tempKey)
  expect((await cancel(ada, body.tempKey)).status).toBe(200)
  const put = await fetch(body.uploadUrl, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: body.headers,
  })
  expect(put.status).toBe(201)
  expect((await ada.get(`/api/upload/temp-file/${body.tempKey}`)).status).toBe(404)
  const gameFilesTempJson = filesJson({ tempKey: body.tempKey })
  expect((await createGame(ada, { gameFilesTempJson })).status).toBe(422)

  const row = test.db.updateTable('uploads').where('temp_key', '=', body.tempKey)
  await row.set({ size_bytes: 50 * 1024 ** 3 - 100 }).execute()
  expect((await presign(ada, 'game.zip', 101)).status).toBe(429)
  expect((await presign(ada, 'game.zip', 100)).status).toBe(200)

  await row.set({ created_at: sql<Date>`now() - interval '25 hours'` }).execute()
  expect(await sweepUploads(test.store)).toBe(1)
  expect(await test.storage.sizeOf(key)).toBeNull()
  expect((await presign(ada, 'game.zip', 1_000)).status).toBe(200)
})

it('an upload can be canceled while storage is down, and the sweep removes its bytes later', async () => {
  const tempKey = await upload(june, aZip())
  const key = await storageKeyOf(test, tempKey)
  const away = vi.spyOn(test.store.storage, 'remove').mockRejectedValue(new Error('away'))
  expect((await cancel(june, tempKey)).status).toBe(200)
  away.mockRestore()
  expect((await june.get(`/api/upload/temp-file/${tempKey}`)).status).toBe(404)
  await test.sql`update uploads set created_at = now() - interval '25 hours' where temp_key = ${tempKey}`
  expect(await sweepUploads(test.store)).toBe(1)
  expect(await test.storage.sizeOf(key)).toBeNull()
})
