/** Extra features of the app for files on disk, beyond those of every storage (storage.test.ts). */
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { eventually, useTestStore } from '../../testing/store.ts'

const MAX = 1_000_000
const test = useTestStore({
  pages: 'built',
  settings: { MAX_UPLOAD_BYTES: String(MAX) },
  clock: () => new Date(Date.now() + secondsAhead * 1_000),
})
let secondsAhead = 0
let number = 0

const newKey = () => `games/test-${++number}`
const TYPE = 'application/zip'
const putAddress = async (key: string, sizeBytes?: number) =>
  (await test.storage.presignPut({ key, contentType: TYPE, sizeBytes, maxBytes: MAX, expiresInSeconds: 60 }))
    .url
const getAddress = (key: string) =>
  test.storage.presignGet({ key, fileName: 'game.zip', expiresInSeconds: 60 })
const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  test.nobody.send('PUT', url, { body: new Uint8Array(body), headers: { 'content-type': TYPE, ...headers } })

async function stored(bytes = randomBytes(10_000)) {
  const key = newKey()
  await test.storage.write(key, bytes)
  return { key, bytes, url: await getAddress(key) }
}
async function download(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

it('D2 an upload address is valid for one key, method, type and size', async () => {
  const key = newKey()
  const bytes = randomBytes(1_000)
  const url = await putAddress(key, bytes.length)
  expect((await put(url.replace(key, newKey()), bytes)).status).toBe(403)
  expect((await test.nobody.get(url)).status).toBe(403)
  expect((await test.nobody.send('POST', url, { body: 'x' })).status).toBe(405)
  expect((await put(url, bytes, { 'content-type': 'text/html' })).status).toBe(415)
  expect((await put(url, Buffer.concat([bytes, Buffer.from('x')]))).status).toBe(400)
  expect((await put(url, bytes.subarray(1))).status).toBe(400)
  expect((await put(url.replace(/expires=\d+/, 'expires=9999999999'), bytes)).status).toBe(403)
  expect((await put(url.replace(/size=\d+/, 'size=2000'), randomBytes(2_000))).status).toBe(403)
  secondsAhead = 61
  expect((await put(url, bytes)).status).toBe(403)
  secondsAhead = 0
  expect(await test.storage.sizeOf(key)).toBeNull()
  expect((await put(url, bytes)).status).toBe(201)
})

it('D2 an upload without a signed size requires a length up to the limit', async () => {
  const url = await putAddress(newKey())
  expect((await put(url, randomBytes(MAX + 1))).status).toBe(413)
  const chunked = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': TYPE },
    body: Readable.from([Buffer.alloc(10)]),
    duplex: 'half',
  } as unknown as RequestInit)
  expect(chunked.status).toBe(411)
  expect((await put(url, randomBytes(MAX))).status).toBe(201)
})

it('D5 an interrupted upload leaves nothing readable', async () => {
  const key = newKey()
  const { host, pathname, search, hostname, port } = new URL(await putAddress(key, 100_000))
  const socket = connect(Number(port), hostname)
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${TYPE}\r\nContent-Length: 100000\r\n\r\n`,
  )
  socket.write(randomBytes(60_000))
  const staging = join(test.dataDir, 'files', '.aside')
  await eventually(async () => (await readdir(staging)).length > 0)
  socket.destroy()
  await eventually(async () => (await readdir(staging)).length === 0)
  expect(await test.storage.sizeOf(key)).toBeNull()
})

const withOtherSignature = (url: string): string =>
  url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)

it('D9 answers 416 beyond the end, the whole file for an invalid range, and continues by If-Range', async () => {
  const { url, bytes } = await stored()
  expect((await download(url, { range: 'bytes=10000-' })).status).toBe(416)
  for (const range of ['bytes=5-2', 'lines=0-1', 'bytes=0-1,5-6', 'bytes=', 'bytes=a-b'])
    expect((await download(url, { range })).status, range).toBe(200)
  const etag = (await download(url)).headers.get('etag') ?? ''
  expect(
    (await download(url, { range: 'bytes=5000-', 'if-range': etag })).bytes.equals(bytes.subarray(5_000)),
  ).toBe(true)
  expect((await download(url, { range: 'bytes=5000-', 'if-range': '"other"' })).status).toBe(200)
})

it('D9 compares lists of tags strongly for If-Match and If-Range, and weakly for If-None-Match', async () => {
  const { url } = await stored()
  const etag = (await download(url)).headers.get('etag') ?? ''
  const statusOf = async (headers: Record<string, string>) => (await download(url, headers)).status
  for (const [header, status] of [
    [`"other", ${etag}`, 200],
    ['*', 200],
    [`W/${etag}`, 412],
    ['"other"', 412],
  ] as const)
    expect(await statusOf({ 'if-match': header }), header).toBe(status)
  for (const [header, status] of [
    [`"other" , ${etag}`, 304],
    [`W/${etag}`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const)
    expect(await statusOf({ 'if-none-match': header }), header).toBe(status)
  expect(await statusOf({ range: 'Bytes=0-1', 'if-range': etag })).toBe(206)
  expect(await statusOf({ range: 'bytes=0-1', 'if-range': `W/${etag}` })).toBe(200)
  expect(await statusOf({ range: 'bytes=0-1', 'if-range': new Date().toUTCString() })).toBe(200)
  expect(await statusOf({ range: 'bytes=0-1', 'if-none-match': etag })).toBe(304)
})

it('answers HEAD without opening the object', async () => {
  const { url } = await stored()
  await test.storage.write('uploads/dev/game/card/head.webp', Buffer.from('RIFF'))
  const opened = vi.spyOn(test.storage, 'read')
  const head = (address: string) =>
    fetch(new URL(address, test.url), { method: 'HEAD', headers: { range: 'bytes=0-1' } })
  for (const [address, length] of [
    [url, '10000'],
    ['/uploads/dev/game/card/head.webp', '4'],
  ] as const) {
    const answer = await head(address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(length)
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('etag')).toMatch(/^"/)
  }
  expect((await head('/uploads/none.webp')).status).toBe(404)
  expect((await head(withOtherSignature(url))).status).toBe(403)
  expect(opened).not.toHaveBeenCalled()
  opened.mockRestore()
})

it('D8 no browser shows a download as a page of the site', async () => {
  const { headers } = await download((await stored()).url)
  expect(headers.get('content-security-policy')).toBe('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('set-cookie')).toBeNull()
})

it('D10 serves nothing outside its folders, however the path is spelled', async () => {
  const planted = 'planted-outside'
  await writeFile(join(test.dataDir, 'secret.webp'), planted)
  const ups = [
    '..',
    '%2e%2e',
    '%2E%2e',
    '..%2f',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    './/..',
    '%252e%252e',
    '..%00',
    '%c0%ae%c0%ae',
  ]
  for (const up of ups)
    for (const base of ['/uploads/', '/files/', '/uploads/a/', '/assets/', '/assets/a/', '/']) {
      const answer = await rawGet(`${base}${up}/secret.webp`)
      expect(answer, base + up).not.toContain(planted)
      expect(answer).not.toMatch(/^HTTP\/1.1 5/)
    }
  for (const path of ['/uploads/', '/files/', '/uploads/.aside/x.webp', '/files/.aside/'])
    expect(await rawGet(path)).toMatch(/^HTTP\/1.1 (?:403|404)/)
})

/** The raw path: fetch would normalize it. */
function rawGet(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(test.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  })
}
