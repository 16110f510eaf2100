/** The least a server can do: fetches the addresses given once, and answers each with the same headers and bytes. */
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { tellPort } from './port.ts'

type Copy = { headers: IncomingHttpHeaders; body: Buffer }

const copies = new Map<string, Copy>()
for (const address of process.argv.slice(2)) copies.set(new URL(address).pathname, await copyOf(address))

const server = createServer((request, response) => {
  const copy = copies.get(request.url ?? '')
  response.writeHead(copy ? 200 : 404, copy?.headers).end(copy?.body)
})
server.listen(0, '127.0.0.1', () => tellPort(server.address()))

function copyOf(address: string): Promise<Copy> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...headers } = answer.headers
      resolve({ headers, body: await buffer(answer) })
    })
    request.once('error', reject)
  })
}
