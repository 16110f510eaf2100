import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { useTestStore } from '../../../testing/store.ts'

const test = useTestStore({ pages: 'built' })

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=b'

/** Seconds until the server closes a connection on which a byte comes every `pauseMs`, and what it answered. */
async function untilClosed(
  request: string,
  pauseMs: number,
  giveUpMs = 60_000,
): Promise<{ seconds: number; answer: string }> {
  const { hostname, port } = new URL(test.url)
  const begun = Date.now()
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  socket.write(request)
  const trickle = setInterval(() => socket.write('{'), pauseMs)
  const giveUp = setTimeout(() => socket.destroy(), giveUpMs)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
  clearTimeout(giveUp)
  return { seconds: (Date.now() - begun) / 1_000, answer }
}

it.concurrent('lets a form with pictures take longer', async () => {
  const request = `POST /api/reports HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: 1000\r\n\r\n`
  expect((await untilClosed(request, 5_000, 38_000)).seconds).toBeGreaterThan(37)
}, 70_000)

it.concurrent('F5 ends a request whose headers trickle, within 15 s', async () => {
  const { seconds, answer } = await untilClosed('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ', 5_000)
  expect(answer).toMatch(/^HTTP\/1.1 408|^$/)
  expect(seconds).toBeLessThan(15)
}, 70_000)

it.concurrent.each([
  ['POST /api/login', JSON_TYPE],
  ['POST /api/webhooks/sandbox', JSON_TYPE],
  ['POST /api/checkout', JSON_TYPE],
  ['POST /api/login', FORM_TYPE],
  ['POST /api/reports', JSON_TYPE],
  ['POST /api/nothing', JSON_TYPE],
  ['POST /api/nothing', 'text/odd'],
  ['POST /no/such/page', JSON_TYPE],
  ['DELETE /api/games', JSON_TYPE],
  ['GET /api/games', JSON_TYPE],
  ['GET /', JSON_TYPE],
] as const)(
  'F5 ends a body that trickles within 35 s: %s as %s',
  async (head, type) => {
    const request = `${head} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`
    expect((await untilClosed(request, 5_000)).seconds).toBeLessThan(35)
  },
  70_000,
)
