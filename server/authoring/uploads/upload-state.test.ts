import { expect, it, vi } from 'vitest'
import { aForm, aZip, filesJson, presign, sendForm, upload } from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { head, offsetOf, openResumable, patch, sha256Of, storageKeyOf } from '../../testing/resumable.ts'
import { useTestStore } from '../../testing/store.ts'
import { sweepUploads } from './sweep-uploads.ts'

const GIB = 1024 ** 3

const test = useTestStore()
const june = usePerson(test, 'developer')

const stateOf = (person: Person, tempKey: string) => person.get(`/api/upload/temp-file/${tempKey}`)

const age = (hours: number, tempKey: string) =>
  test.sql`update uploads set created_at = now() - make_interval(hours => ${hours}) where temp_key = ${tempKey}`

/** A complete resumable upload. */
async function arrived(bytes: Buffer): Promise<{ tempKey: string; url: string }> {
  const opened = await openResumable(june, bytes.length)
  expect((await patch(opened.url, bytes, 0)).status).toBe(204)
  return opened
}

it('shows how much of an upload has arrived, and gives an address to continue at', async () => {
  const bytes = aZip(3_000)
  const { tempKey, url } = await openResumable(june, bytes.length, 'Night Ferry.zip')
  await patch(url, bytes.subarray(0, 1_000), 0)
  const { status, body } = await stateOf(june, tempKey)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Night Ferry.zip',
    size: bytes.length,
    isComplete: false,
    finding: null,
  })
  expect(await offsetOf(body.uploadUrl)).toBe(1_000)
  await patch(body.uploadUrl, bytes.subarray(1_000), 1_000)
  expect((await stateOf(june, tempKey)).body).toEqual({
    name: 'Night Ferry.zip',
    size: bytes.length,
    isComplete: true,
    finding: null,
    uploadUrl: null,
  })
})

it('shows whether an upload by a single PUT has arrived', async () => {
  const { body: opened } = await presign(june, 'a.zip')
  expect((await stateOf(june, opened.tempKey)).body).toMatchObject({
    size: null,
    isComplete: false,
    uploadUrl: null,
  })
  const bytes = aZip()
  const tempKey = await upload(june, bytes)
  expect((await stateOf(june, tempKey)).body).toMatchObject({ size: bytes.length, isComplete: true })
  const program = await upload(june, Buffer.from('MZ, a program'), 'game.zip')
  expect((await stateOf(june, program)).body.finding).toMatch(/Only .zip, .apk, .rar/)
})

it('D6 shows uploads to their own account only, and only until a game uses them', async () => {
  const { tempKey } = await arrived(aZip())
  const unknown = await stateOf(june, '0'.repeat(32))
  for (const stranger of [await signedIn(test, 'developer'), await signedIn(test, 'admin')]) {
    const answer = await stateOf(stranger, tempKey)
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(unknown.text)
  }
  const form = await aForm({ gameFilesTempJson: filesJson({ tempKey }) })
  expect((await sendForm(june, '/api/games', form)).status).toBe(200)
  expect((await stateOf(june, tempKey)).status).toBe(404)
})

it('D6 a game can use a resumable upload once, if it is complete and belongs to the same account', async () => {
  const bytes = aZip(5_000)
  const { tempKey, url } = await openResumable(june, bytes.length)
  await patch(url, bytes.subarray(0, 4_000), 0)
  const save = async (person: Person) =>
    sendForm(person, '/api/games', await aForm({ gameFilesTempJson: filesJson({ tempKey }) }))
  expect((await save(june)).status).toBe(422)
  await patch(url, bytes.subarray(4_000), 4_000)
  expect((await save(await signedIn(test, 'developer'))).status).toBe(422)
  expect((await save(june)).status).toBe(200)
  expect((await save(june)).status).toBe(422)

  for (const offset of [0, 4_000, bytes.length])
    expect([409, 413]).toContain((await patch(url, aZip(1_000), offset)).status)
  expect(await sha256Of(test.storage.read(await storageKeyOf(test, tempKey)))).toBe(await sha256Of([bytes]))
})

it('D2 opens a resumable upload only for an announced size up to the limit', async () => {
  const open = (size?: number) =>
    june.post('/api/upload/temp-file', { filename: 'a.zip', size, resumable: true })
  const unsaid = await open()
  expect(unsaid.status).toBe(422)
  expect(unsaid.body.fields.size).toMatch(/bytes/)
  expect((await open(5 * GIB + 1)).status).toBe(413)
  const { body } = await open(5 * GIB)
  expect(body.headers).toEqual({})
  expect(new URL(body.uploadUrl).pathname).toMatch(
    /^\/files\/resumable\/game-files\/[0-9a-f]{2}\/[0-9a-f]{40}$/,
  )
})

it('D7 counts resumable uploads among the 25 open ones until they are complete or a day old', async () => {
  const ada = await signedIn(test, 'developer')
  const opened: Awaited<ReturnType<typeof openResumable>>[] = []
  while (opened.length < 25) opened.push(await openResumable(ada, 100))
  const refused = await presign(ada, 'a.zip', 100)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  const [first, second] = opened
  await patch(first?.url ?? '', Buffer.alloc(100), 0)
  await openResumable(ada, 100)
  expect((await presign(ada, 'a.zip', 100)).status).toBe(429)
  await age(25, second?.tempKey ?? '')
  expect((await presign(ada, 'a.zip', 100)).status).toBe(200)
})

it('D5 gives no address for an upload that was opened more than a day ago', async () => {
  const { tempKey, url } = await openResumable(june, 1_000)
  await age(23, tempKey)
  const { body } = await stateOf(june, tempKey)
  expect(Number(new URL(body.uploadUrl).searchParams.get('expires'))).toBeLessThan(Date.now() / 1000 + 3_700)
  await age(25, tempKey)
  expect((await stateOf(june, tempKey)).body).toMatchObject({ isComplete: false, uploadUrl: null })
  expect(await sweepUploads(test.store)).toBeGreaterThan(0)
  expect((await head(url)).status).toBe(404)
  expect((await patch(url, Buffer.alloc(10), 0)).status).toBe(404)
})

it('D5 keeps a completed resumable upload for another day', async () => {
  const { tempKey } = await arrived(aZip())
  await age(25, tempKey)
  await sweepUploads(test.store)
  expect((await stateOf(june, tempKey)).body.isComplete).toBe(true)
  await age(25, tempKey)
  const key = await storageKeyOf(test, tempKey)
  await sweepUploads(test.store)
  expect((await stateOf(june, tempKey)).status).toBe(404)
  expect(await test.storage.sizeOf(key)).toBeNull()
})

it('reads each archive once, however often its state is requested', async () => {
  const tempKey = await upload(june, aZip())
  const damaged = await upload(june, aZip().subarray(0, 1_000))
  const { finding } = (await stateOf(june, damaged)).body
  expect(finding).toMatch(/damaged/)
  await stateOf(june, tempKey)
  const reading = vi.spyOn(test.store.storage, 'read')
  expect((await stateOf(june, tempKey)).body).toMatchObject({ isComplete: true, finding: null })
  expect((await stateOf(june, damaged)).body).toMatchObject({ isComplete: true, finding })
  const form = await aForm({ gameFilesTempJson: filesJson({ tempKey }) })
  expect((await sendForm(june, '/api/games', form)).status).toBe(200)
  const partsRead = reading.mock.calls.filter(([, range]) => range) // the entire file is read for its hash
  reading.mockRestore()
  expect(partsRead).toEqual([])
})
