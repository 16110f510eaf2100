import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { presign } from '../../../testing/fixtures/game-form.ts'
import { signedIn } from '../../../testing/fixtures/people.ts'
import { useTestStore } from '../../../testing/store.ts'
import { storageFull } from '../errors/errors.ts'

const test = useTestStore()

async function connected(): Promise<Socket> {
  const { port, hostname } = new URL(test.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends the head of a call that requires signing in. */
async function beginRefused(bodyBytes: number): Promise<Socket> {
  const socket = await connected()
  socket.write(
    `POST /api/games HTTP/1.1\r\nhost: ${new URL(test.url).host}\r\nconnection: close\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${bodyBytes}\r\n\r\n`,
  )
  return socket
}

it('a client that sends its whole body before reading gets the answer to a refused call', async () => {
  const socket = await beginRefused(3_000)
  for (let piece = 0; piece < 3; piece += 1) {
    await sleep(100)
    socket.write(Buffer.alloc(1_000))
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /) // rejects when the connection broke
})

it('a client that never sends its body gets the answer to a refused call soon', async () => {
  const socket = await beginRefused(1_000_000)
  const answer = await Promise.race([text(socket), sleep(20_000, 'nothing', { ref: false })])
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})

it('answers an upload that it stops reading, and the next call on the same connection', async () => {
  const { disk } = test
  if (!disk) throw new Error('the files of this store are on disk')
  const receive = vi.spyOn(disk, 'receive').mockImplementation(async (_key, bytes) => {
    for await (const _ of bytes) throw storageFull()
  })
  const { body } = await presign(await signedIn(test, 'developer'), 'game.zip', 3_000)
  const { pathname, search, host } = new URL(body.uploadUrl)
  const socket = await connected()
  const head = `host: ${host}\r\ncontent-type: application/zip\r\ncontent-length: 3000\r\n\r\n`
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${head}`)
  for (let piece = 0; piece < 3; piece += 1) {
    socket.write(Buffer.alloc(1_000))
    await sleep(100)
  }
  socket.write(`GET /api/health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 507 [\s\S]*HTTP\/1\.1 200 /)
  receive.mockRestore()
})
