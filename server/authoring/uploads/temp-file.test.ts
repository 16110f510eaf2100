import { expect, it, vi } from 'vitest'
import { unavailable } from '../../platform/http/errors/errors.ts'
import { longLockTimeoutDatabase } from '../../testing/database.ts'
import { aPicture, aZip, presign, sendForm, upload } from '../../testing/fixtures/game-form.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const MAX = 3_000_000

// 30 that wait for one lock may take longer than a request may.
const test = useTestStore(async () => ({
  settings: { MAX_UPLOAD_BYTES: String(MAX) },
  database: await longLockTimeoutDatabase(),
}))
const june = usePerson(test, 'developer')

const put = (url: string, bytes: Buffer, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })

it('B1 only developers and admins get upload addresses', async () => {
  expect((await test.nobody.post('/api/upload/temp-file', { filename: 'a.zip' })).status).toBe(401)
  expect((await presign(await signedIn(test, 'player'), 'a.zip')).status).toBe(403)
  expect((await presign(await signedIn(test, 'admin'), 'a.zip')).status).toBe(200)
})

it('D1 the store makes the storage key itself, whatever the file is called', async () => {
  const names = [
    '../../x.zip',
    '..\\x.zip',
    '%2e%2e/x.zip',
    'a\0b.zip',
    `${'a'.repeat(4_996)}.zip`,
    '"\r\nX: y.zip',
  ]
  for (const name of names) {
    const { status, body } = await presign(june, name, 10)
    expect(status, name).toBe(200)
    expect(new URL(body.uploadUrl).pathname).toMatch(/^\/files\/game-files\/[0-9a-f]{2}\/[0-9a-f]{40}$/)
  }
})

it.each([false, true])(
  'refuses a forbidden file name before a byte is sent (resumable: %s)',
  async (resumable) => {
    for (const filename of ['setup.exe', 'readme', 'game.zip.js']) {
      const { status, body } = await june.post('/api/upload/temp-file', { filename, size: 10, resumable })
      const filenameProblem = `${filename} cannot be uploaded. Only .zip, .apk, .rar and image files are allowed.`
      expect([status, body.error, body.fields]).toEqual([422, filenameProblem, { filename: filenameProblem }])
    }
  },
)

it('says which protocol an upload address uses', async () => {
  const { body: put } = await june.post('/api/upload/temp-file', { filename: 'a.zip', size: 10 })
  expect(put.protocol).toBe('put')
  const { body: tus } = await june.post('/api/upload/temp-file', {
    filename: 'a.zip',
    size: 10,
    resumable: true,
  })
  expect(tus.protocol).toBe('tus')
})

it('D2 accepts exactly the size and type that were signed', async () => {
  const bytes = aZip(500)
  const { body } = await presign(june, 'game.zip', bytes.length)
  expect((await put(body.uploadUrl, Buffer.concat([bytes, Buffer.from('x')]), body.headers)).status).toBe(400)
  expect((await put(body.uploadUrl, bytes.subarray(1), body.headers)).status).toBe(400)
  expect((await put(body.uploadUrl, bytes, { 'content-type': 'text/html' })).status).toBe(415)
  expect((await put(body.uploadUrl, bytes, body.headers)).status).toBe(201)
})

it('D2 accepts at most the largest size if none was announced, and signs nothing beyond it', async () => {
  const { body } = await presign(june, 'game.zip')
  expect((await put(body.uploadUrl, Buffer.alloc(MAX + 1), body.headers)).status).toBe(413)
  expect((await put(body.uploadUrl, Buffer.alloc(MAX), body.headers)).status).toBe(201)
  expect((await presign(june, 'game.zip', MAX + 1)).status).toBe(413)
})

it('D7 allows 25 open uploads, even if requested at once, and a finished one makes room', async () => {
  const ada = await signedIn(test, 'developer')
  await upload(ada, aZip())
  const answers = await Promise.all(Array.from({ length: 30 }, () => presign(ada, 'game.zip', 100)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(25)
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(5)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await presign(june, 'game.zip', 100)).status).toBe(200)
})

it('D7 an upload that could not be opened because storage was down does not count', async () => {
  const ada = await signedIn(test, 'developer')
  const { storage, uploads } = test.store
  const away = [
    vi.spyOn(storage, 'presignPut').mockRejectedValue(unavailable('away')),
    vi.spyOn(uploads, 'open').mockRejectedValue(unavailable('away')),
  ]
  for (let call = 0; call < 26; call += 1) {
    const input = { filename: 'game.zip', size: 100, resumable: call % 2 === 0 }
    expect((await ada.post('/api/upload/temp-file', input)).status).toBe(503)
  }
  for (const each of away) each.mockRestore()
  expect((await presign(ada, 'game.zip', 100)).status).toBe(200)
})

it('D7 allows 50 GiB of uploads that no game uses yet', async () => {
  const ada = await signedIn(test, 'developer')
  await presign(ada, 'game.zip', 100)
  await test.sql`update uploads set size_bytes = ${50 * 1024 ** 3 - 100} where account_id = ${ada.id}`
  expect((await presign(ada, 'game.zip', 101)).status).toBe(429)
  expect((await presign(ada, 'game.zip', 100)).status).toBe(200)
})

it('E1 stores a picture of a description in the folder of its developer and title', async () => {
  const fields = { title: 'Night Ferry', descImage: await aPicture(1600, 900) }
  const { status, body } = await sendForm(june, '/api/upload/desc-image', fields)
  expect(status).toBe(200)
  expect(body.url).toMatch(
    new RegExp(`^/uploads/${june.username.replace('_', '-')}/night-ferry/desc/[0-9a-f]{32}\\.webp$`),
  )
  const served = await test.nobody.get(body.url)
  expect(served.status).toBe(200)
  expect(served.headers.get('content-type')).toBe('image/webp')
  const again = await sendForm(june, '/api/upload/desc-image', fields)
  expect(again.body.url).toBe(body.url)
})

it('E3 refuses a description picture that is not a picture', async () => {
  const broken = { descImage: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
  for (const fields of [broken, { title: 'x' }])
    expect(await sendForm(june, '/api/upload/desc-image', fields)).toMatchObject({
      status: 422,
      body: { fields: { descImage: 'Only image files are allowed.' } },
    })
})

it('F4 answers 400 to a form that ends too early', async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="descImage"; filename="a"\r\n\r\nx'
  for (const body of ['x', '--b', part]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await june.send('POST', '/api/upload/desc-image', { body, headers })
    expect(answer.status, body).toBe(400)
    expect(answer.body.code).toBe('bad_request')
  }
})
