import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usePerson } from '../../../testing/fixtures/people.ts'
import {
  aFileToSend,
  head,
  isStored,
  offsetOf,
  openResumable,
  patch,
  sendByTus,
  sha256Of,
  storageKeyOf,
  storedSha256,
} from '../../../testing/resumable.ts'
import { eventually, useTestStore } from '../../../testing/store.ts'

const MIB = 1024 ** 2

const test = useTestStore({ clock: () => new Date(Date.now() + secondsAhead * 1_000) })
const june = usePerson(test, 'developer')
let secondsAhead = 0

const staging = async () => await readdir(join(test.dataDir, 'files', '.aside'))

it('accepts a file in pieces and reports its progress', async () => {
  const bytes = randomBytes(300_000)
  const { tempKey, url } = await openResumable(june, bytes.length)
  const started = await head(url)
  expect(started.status).toBe(200)
  expect(started.headers.get('upload-length')).toBe('300000')
  expect(started.headers.get('tus-resumable')).toBe('1.0.0')
  for (const [start, end] of [
    [0, 100_000],
    [100_000, 100_001],
    [100_001, 300_000],
  ] as const) {
    expect(await offsetOf(url)).toBe(start)
    expect(await isStored(test, tempKey)).toBe(false)
    const answer = await patch(url, bytes.subarray(start, end), start)
    expect(answer.status).toBe(204)
    expect(answer.headers.get('upload-offset')).toBe(String(end))
  }
  expect(await offsetOf(url)).toBe(300_000)
  expect(await storedSha256(test, tempKey)).toBe(await sha256Of([bytes]))
})

it('D5 continues after interruptions at 40 % and 80 % of a file with the same bytes, and nothing is readable earlier', async () => {
  const size = 24 * MIB
  const path = await aFileToSend(test, size)
  const { tempKey, url } = await openResumable(june, size)
  for (const share of [0.4, 0.8]) {
    expect(await sendByTus(url, path, share * size)).toBe('cut')
    const offset = await eventually(() => offsetOf(url))
    expect(offset).toBeGreaterThan((share - 0.2) * size)
    expect(offset).toBeLessThan(size)
    expect(await isStored(test, tempKey)).toBe(false)
  }
  expect(await sendByTus(url, path)).toBe('sent')
  expect(await storedSha256(test, tempKey)).toBe(await sha256Of(createReadStream(path)))
  expect(await staging()).toEqual([])
})

it('D2 a resumable address is valid for one key, size and day, and for tus only', async () => {
  const bytes = randomBytes(1_000)
  const { tempKey, url } = await openResumable(june, bytes.length)
  const other = await openResumable(june, bytes.length)
  for (const changed of [
    url.replace(await storageKeyOf(test, tempKey), await storageKeyOf(test, other.tempKey)),
    url.replace('size=1000', 'size=2000'),
    url.replace('type=application', 'type=text'),
    url.replace(/expires=\d+/, 'expires=9999999999'),
    url.replace(/&signature=.*/, ''),
  ]) {
    expect((await patch(changed, bytes, 0)).status, changed).toBe(403)
    expect((await head(changed)).status, changed).toBe(403)
  }
  const plain = url.replace('/files/resumable/', '/files/')
  expect((await test.nobody.send('PUT', plain, { body: new Uint8Array(bytes) })).status).toBe(403)
  expect((await test.nobody.get(plain)).status).toBe(403)
  expect((await test.nobody.get(url)).status).toBe(403)
  for (const method of ['POST', 'DELETE']) expect((await test.nobody.send(method, url)).status).toBe(405)
  secondsAhead = 24 * 3_600 - 5
  expect((await head(url)).status).toBe(200)
  secondsAhead = 24 * 3_600 + 1
  expect((await patch(url, bytes, 0)).status).toBe(403)
  secondsAhead = 0
  expect((await patch(url, bytes, 0)).status).toBe(204)
})

it('D2 accepts no byte at another offset or beyond the announced size', async () => {
  const bytes = randomBytes(2_000)
  const { tempKey, url } = await openResumable(june, 1_000)
  const wrong = await patch(url, bytes.subarray(500, 1_000), 500)
  expect(wrong.status).toBe(409)
  expect(await wrong.json()).toMatchObject({ code: 'wrong_offset', error: expect.stringMatching(/\.$/) })
  expect((await patch(url, bytes, 0)).status).toBe(413)
  expect(await chunked(url, bytes)).toBe(413)
  expect(await offsetOf(url)).toBeLessThanOrEqual(1_000)
  expect(await isStored(test, tempKey)).toBe(false)
  const offset = await offsetOf(url)
  expect((await patch(url, bytes.subarray(offset, 1_000), offset)).status).toBe(204)
  expect(await storedSha256(test, tempKey)).toBe(await sha256Of([bytes.subarray(0, 1_000)]))
})

/** Without a length, like a hostile client may send. */
function chunked(url: string, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    const sent = request(url, { method: 'PATCH', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.write(bytes.subarray(0, 900))
    sent.end(bytes.subarray(900))
  })
}

it('D3 of eight simultaneous writers one wins, and a complete upload accepts no further byte', async () => {
  const { tempKey, url } = await openResumable(june, 5_000)
  const bodies = Array.from({ length: 8 }, () => randomBytes(5_000))
  const answers = await Promise.all(bodies.map((body) => patch(url, body, 0)))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  const winner = bodies[statuses.indexOf(204)] ?? Buffer.alloc(0)
  for (const offset of [0, 2_500, 5_000])
    expect([409, 413]).toContain((await patch(url, randomBytes(100), offset)).status)
  expect(await storedSha256(test, tempKey)).toBe(await sha256Of([winner]))
})

it('D3 a writer that stopped answering makes room for the next', async () => {
  const bytes = randomBytes(200_000)
  const { tempKey, url } = await openResumable(june, bytes.length)
  const stalled = sendPart(url, bytes.subarray(0, 50_000), bytes.length)
  await eventually(async () => (await staging()).some((name) => name.endsWith('.note')))
  await eventually(async () => (await offsetOf(url)) === 50_000)
  expect((await patch(url, bytes.subarray(50_000), 50_000)).status).toBe(204)
  expect(await storedSha256(test, tempKey)).toBe(await sha256Of([bytes]))
  stalled.destroy()
})

/** Announces all bytes, and sends a part of them. */
function sendPart(url: string, bytes: Buffer, said: number) {
  const { host, pathname, search, hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `PATCH ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
      `Content-Type: application/offset+octet-stream\r\nContent-Length: ${said}\r\n\r\n`,
  )
  socket.write(bytes)
  return socket
}

it('D5 links on request an upload whose last byte arrived just before a crash', async () => {
  const bytes = randomBytes(10_000)
  const { tempKey, url } = await openResumable(june, bytes.length)
  await patch(url, bytes.subarray(0, 9_000), 0)
  const part = join(test.dataDir, 'files', '.aside', (await storageKeyOf(test, tempKey)).replaceAll('/', '+'))
  await writeFile(part, bytes)
  await writeFile(`${part}.note`, JSON.stringify({ sizeBytes: 10_000, receivedBytes: 10_000 }))
  expect(await isStored(test, tempKey)).toBe(false)
  expect((await june.get(`/api/upload/temp-file/${tempKey}`)).body).toMatchObject({ isComplete: true })
  expect(await storedSha256(test, tempKey)).toBe(await sha256Of([bytes]))
  expect(await offsetOf(url)).toBe(10_000)
})

it('speaks tus with the standard headers, JSON errors, and to this site only', async () => {
  const { url } = await openResumable(june, 1_000)
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.test' } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(test.url)
  expect(preflight.headers.get('access-control-allow-methods')).toBe('HEAD, PATCH')
  for (const [answer, status] of [
    [await fetch(url, { method: 'HEAD' }), 412],
    [await fetch(url, { method: 'PATCH', body: 'x', headers: { 'tus-resumable': '1.0.0' } }), 400],
    [await patch(url, Buffer.from('x'), 0, { 'tus-resumable': '0.2' }), 400],
    [await patch(url, Buffer.from('x'), 0, { 'upload-offset': '-1' }), 400],
    [await patch(url, Buffer.from('x'), 0, { 'upload-length': '5' }), 400],
    [await patch(url, Buffer.from('x'), 7), 409],
    [await head(url), 200],
  ] as const) {
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('access-control-allow-origin')).toBe(test.url)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
    if (status >= 400 && answer.headers.get('content-length') !== '0') {
      const text = await answer.text()
      if (text) expect(JSON.parse(text)).toHaveProperty('code')
    }
  }
})
