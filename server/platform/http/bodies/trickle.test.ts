import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { useTestStore } from '../../../testing/store.ts'
import { ARRIVAL } from '../guard.ts'

const test = useTestStore({ arrival: { headersMs: 500, bodyMs: 500, formMs: 1_500, largeFormMs: 2_500 } })

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=b'

/** The server's response before it closes a connection that keeps sending. */
async function answerTo(request: string): Promise<string> {
  const { hostname, port } = new URL(test.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  socket.write(request)
  const trickle = setInterval(() => socket.write('{'), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
  return answer
}

it('F5 ends a request whose headers arrive too slowly', async () => {
  expect(await answerTo('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^HTTP\/1.1 408/)
})

it('F5 ends every body that arrives too slowly, with more time for forms and large parts', async () => {
  const ended: string[] = []
  const send = async ([head, type, kind]: readonly [string, string, string]) => {
    await answerTo(`${head} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`)
    ended.push(kind)
  }
  const requests = [
    ['POST /api/login', JSON_TYPE, 'no form'],
    ['POST /api/login', FORM_TYPE, 'no form'],
    ['POST /api/reports', JSON_TYPE, 'no form'],
    ['POST /api/nothing', JSON_TYPE, 'no form'],
    ['POST /api/reports', FORM_TYPE, 'form'],
    ['POST /api/games', FORM_TYPE, 'large form'],
  ] as const
  await Promise.all(requests.map(send))
  expect(ended).toEqual(requests.map(([, , kind]) => kind))
})

it('F5 allows 10 s for headers and 30 s for a body', () => {
  expect(ARRIVAL).toMatchObject({ headersMs: 10_000, bodyMs: 30_000 })
})
