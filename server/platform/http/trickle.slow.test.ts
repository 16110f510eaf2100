import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../../testing/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore({ pages: 'built' })
})
afterAll(() => test.close())

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=b'

/** How many seconds the server bears a body of which a byte comes every five seconds. */
async function secondsUntilClosed(head: string, type: string): Promise<number> {
  const { hostname, port } = new URL(test.url)
  const begun = Date.now()
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.resume()
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`)
  const trickle = setInterval(() => socket.write('{'), 5_000)
  const giveUp = setTimeout(() => socket.destroy(), 60_000)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
  clearTimeout(giveUp)
  return (Date.now() - begun) / 1_000
}

it.concurrent.each([
  ['POST /api/login', JSON_TYPE],
  ['POST /api/webhooks/sandbox', JSON_TYPE],
  ['POST /api/checkout', JSON_TYPE],
  ['POST /api/login', FORM_TYPE],
  ['POST /api/nothing', JSON_TYPE],
  ['POST /api/nothing', 'text/odd'],
  ['POST /no/such/page', JSON_TYPE],
  ['DELETE /api/games', JSON_TYPE],
  ['GET /api/games', JSON_TYPE],
  ['GET /', JSON_TYPE],
] as const)(
  'F5 ends a body that trickles within 35 s: %s as %s',
  async (head, type) => {
    expect(await secondsUntilClosed(head, type)).toBeLessThan(35)
  },
  70_000,
)
