/** A proxy before a store, and what owners set wrongly there. */
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProxyFault =
  | 'says nothing of visitors'
  | 'passes forged addresses on'
  | 'passes forged countries on'
  | 'refuses large uploads'
  | 'collects uploads'
  | 'answers POST itself'
  | 'finds no store yet'

export type WebProxy = {
  url: string
  fault: ProxyFault | null
  /** How many requests found no store. */
  turnedAway: number
  close(): Promise<void>
}

const LARGEST_BODY_BYTES = 1024 ** 2

export async function webProxy(storeUrl: string): Promise<WebProxy> {
  const server = createServer((request, response) => {
    const { fault } = proxy
    const { 'x-forwarded-for': sent, ...headers } = request.headers
    if (fault === 'finds no store yet') {
      proxy.turnedAway += 1
      return void response.writeHead(502).end()
    }
    if (fault === 'refuses large uploads' && Number(headers['content-length']) > LARGEST_BODY_BYTES)
      return void response.writeHead(413).end()
    if (fault === 'answers POST itself' && request.method === 'POST')
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Are you human?</h1>')
    if (fault === 'collects uploads' && request.method === 'PUT') return
    if (fault !== 'passes forged countries on') headers['x-country'] = 'DE'
    const address = (fault === 'passes forged addresses on' && sent) || '198.51.100.20'
    const passed = httpRequest(`${storeUrl}${request.url}`, {
      method: request.method,
      headers: {
        ...headers,
        ...(fault !== 'says nothing of visitors' && { 'x-forwarded-for': address }),
      },
    })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.flushHeaders()
    request.on('error', () => passed.destroy()).pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  const proxy: WebProxy = {
    url: `http://127.0.0.1:${port}`,
    fault: null,
    turnedAway: 0,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return proxy
}
