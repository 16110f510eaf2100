import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../../testing/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())

/** Sends the head of a call that nobody may make without signing in. */
async function beginRefused(bodyBytes: number): Promise<Socket> {
  const { port, hostname, host } = new URL(test.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/games HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${bodyBytes}\r\n\r\n`,
  )
  return socket
}

it('answers a refused call to who sends its whole body before reading', async () => {
  const socket = await beginRefused(3_000)
  for (let piece = 0; piece < 3; piece += 1) {
    await sleep(100)
    socket.write(Buffer.alloc(1_000))
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /) // rejects when the connection broke
})

it('answers a refused call soon to who never sends its body', async () => {
  const socket = await beginRefused(1_000_000)
  const answer = await Promise.race([text(socket), sleep(20_000, 'nothing', { ref: false })])
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})
