import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  aZip,
  createGame,
  editGame,
  type FormFields,
  filesJson,
  upload,
} from '../../testing/fixtures/game-form.ts'
import { usePerson } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const MB = 1_048_576
const LARGEST = 12 * MB

const test = useTestStore({ settings: { MAX_UPLOAD_BYTES: String(LARGEST) } })
const june = usePerson(test, 'developer')

const aDemo = (bytes = aZip(), name = 'demo.zip') => new File([new Uint8Array(bytes)], name)
const create = (changes: FormFields) => createGame(june, changes)

async function download(url: string): Promise<Buffer> {
  const { headers } = await test.nobody.get(url)
  return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer())
}

/** An upload's remains: its rows, and its files in storage and in the temporary folder, once jobs have deleted what was replaced. */
async function waiting() {
  await test.drain()
  const rows = await test.sql<{ temp_key: string }>`select temp_key from uploads where taken_at is null`
  const stored = await readdir(join(test.dataDir, 'files'), { recursive: true, withFileTypes: true })
  const files = stored.filter((entry) => entry.isFile() && !/uploads/.test(entry.parentPath))
  return { rows: rows.length, files: files.length, parts: (await readdir(test.tempDir)).length }
}

it('accepts a demo within the form, larger than any picture, and later another one in its place', async () => {
  const bytes = aZip(11 * MB)
  const { status, body } = await create({ demoFile: aDemo(bytes, 'first demo.zip') })
  expect(status).toBe(200)
  expect(body.demoFile).toMatchObject({ name: 'first demo.zip', size: bytes.length })
  expect((await download(body.demoFile.url)).equals(bytes)).toBe(true)

  const other = aZip(5_000)
  const gameFilesTempJson = filesJson({ _id: body.gameFiles[0]._id })
  const replaced = await editGame(june, body._id, { gameFilesTempJson, demoFile: aDemo(other, 'second.zip') })
  expect(replaced.body.demoFile).toMatchObject({ name: 'second.zip', size: other.length })
  expect((await download(replaced.body.demoFile.url)).equals(other)).toBe(true)
  const unchanged = await editGame(june, body._id, {
    gameFilesTempJson,
    demoFile: aDemo(Buffer.alloc(0), ''),
  })
  expect(unchanged.body.demoFile).toMatchObject({ name: 'second.zip' })
  await eventually(async () => (await waiting()).parts === 0)
  expect((await waiting()).rows).toBe(0)
})

const ONE = 'Choose only one demo file.'
const KIND = 'Only .zip, .apk, .rar and image files are allowed.'
it.each<[string, () => FormFields, Record<string, string>]>([
  [
    'of a name that no game may carry',
    () => ({ demoFile: aDemo(aZip(), 'setup.exe') }),
    { demoFile: `setup.exe cannot be uploaded. ${KIND}` },
  ],
  ['of bytes that its name hides', () => ({ demoFile: aDemo(randomBytes(2_000)) }), { demoFile: KIND }],
  [
    'that is damaged',
    () => ({ demoFile: aDemo(aZip().subarray(0, 1_000)) }),
    { demoFile: expect.stringContaining('incomplete or damaged') },
  ],
  [
    'in a form that lacks something else',
    () => ({ demoFile: aDemo(), title: '' }),
    { title: 'Title is required' },
  ],
])('refuses a demo %s, and stores nothing of it', async (_what, changes, fields) => {
  const gameFilesTempJson = filesJson({ tempKey: await upload(june, aZip()) })
  const before = await waiting()
  const { status, body } = await create({ gameFilesTempJson, ...changes() })
  expect({ status, fields: body.fields }).toEqual({ status: 422, fields })
  await eventually(async () => (await waiting()).parts === 0)
  expect(await waiting()).toEqual({ ...before, parts: 0 })
})

it('refuses a demo in the form beside a separately uploaded one, which can still be used afterwards', async () => {
  const demoTempKey = await upload(june, aZip())
  const refused = await create({ demoFile: aDemo(), demoTempKey })
  expect(refused.body.fields).toEqual({ demoFile: ONE })
  expect((await create({ demoTempKey })).body.demoFile).toMatchObject({ name: 'game.zip' })
})

it('accepts one demo in a form, and one form with a demo at a time from an account', async () => {
  const before = await waiting()
  const twice = await create({ demoFile: [aDemo(), aDemo()] })
  expect(twice).toMatchObject({ status: 400, body: { error: 'The field demoFile is given twice.' } })

  const { hostname, port } = new URL(test.url)
  const socket = connect(Number(port), hostname)
  const part = 'Content-Disposition: form-data; name="demoFile"; filename="a.zip"'
  socket.write(
    `POST /api/games HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${june.token}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: 100000\r\n\r\n--cut\r\n${part}\r\nContent-Type: application/zip\r\n\r\n${'x'.repeat(20_000)}`,
  )
  await eventually(async () => (await waiting()).parts > 0)
  expect((await create({ demoFile: aDemo() })).status).toBe(429)
  socket.destroy()
  await eventually(async () => (await waiting()).parts === 0)
  expect((await create({ demoFile: aDemo() })).status).toBe(200)
  expect((await waiting()).rows).toBe(before.rows + 2)
})

it('stores no demo for a free game', async () => {
  const before = await waiting()
  const { body } = await create({ demoFile: aDemo(), isFree: 'true' })
  expect(body.demoFile).toBeNull()
  expect(await waiting()).toMatchObject({ rows: before.rows, files: before.files + 1 })
})

it('limits a demo by the size of uploads, and a picture by its own limit', async () => {
  const before = await waiting()
  const large = await create({ demoFile: aDemo(aZip(LARGEST + MB)) })
  expect(large).toMatchObject({ status: 413, body: { error: 'Files can be up to 12.0 MB.' } })
  const picture = await create({ cardImage: randomBytes(11 * MB) })
  expect(picture).toMatchObject({ status: 413, body: { error: 'This image is too large.' } })
  await eventually(async () => (await waiting()).parts === 0)
  // The form's own game file waits for a game that is accepted.
  expect(await waiting()).toEqual({ rows: before.rows + 2, files: before.files + 2, parts: 0 })
})
