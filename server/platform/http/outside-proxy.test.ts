import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Outside, outside } from '../../testing/fakes/outside.ts'
import { outsideClient } from './outside-client.ts'
import { connectThrough } from './outside-proxy.ts'

let internet: Outside
let site: ReturnType<typeof createServer>
const proxy = createServer()
/** What the proxy was asked for. */
let asked: { path: string | undefined; password: string | undefined }[] = []
let answer: (socket: Duplex) => void

const portOf = (server: typeof proxy): number => (server.address() as AddressInfo).port // a TCP server has no other kind

beforeAll(async () => {
  internet = await outside()
  site = createServer((_request, response) => void response.writeHead(204).end()).listen(0, '127.0.0.1')
  proxy.on('connect', ({ url, headers }: IncomingMessage, socket: Duplex) => {
    asked.push({ path: url, password: headers['proxy-authorization'] })
    socket.on('error', () => undefined)
    answer(socket)
  })
  proxy.listen(0, '127.0.0.1')
  await Promise.all([once(site, 'listening'), once(proxy, 'listening')])
})
afterAll(async () => {
  proxy.closeAllConnections()
  await Promise.all([internet.close(), site.close(), proxy.close()])
})
beforeEach(() => {
  asked = []
  internet.names = new Map([['site.example', [['1.1.1.1']]]])
  answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const there = connect(portOf(site), '127.0.0.1')
    there.on('error', () => socket.destroy())
    socket.pipe(there).pipe(socket)
  }
})

async function ask(url: string, door = '') {
  const through = connectThrough(new URL(`http://${door}127.0.0.1:${portOf(proxy)}`))
  const client = outsideClient([], internet.resolve, through)
  try {
    return await client.ask({ method: 'GET', url: new URL(url), timeoutMs: 2_000 })
  } finally {
    await client.close()
  }
}

it('HO5 asks through the outgoing proxy for the address that was checked, not for a name', async () => {
  expect(await ask('http://site.example/')).toEqual({ status: 204 })
  internet.names.set('site.example', [['2606:4700:4700::1111']])
  expect(await ask('http://site.example/', 'store:p%40ss@')).toEqual({ status: 204 })
  expect(await ask('http://[2606:4700:4700::1111]/')).toEqual({ status: 204 })
  expect(asked).toEqual([
    { path: '1.1.1.1:80', password: undefined },
    { path: '[2606:4700:4700::1111]:80', password: `Basic ${Buffer.from('store:p@ss').toString('base64')}` },
    { path: '[2606:4700:4700::1111]:80', password: undefined },
  ])
})

it('HO5 speaks TLS with the site through the proxy, by the name of the site', async () => {
  let hello = ''
  answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.once('data', (bytes: Buffer) => {
      hello = bytes.toString('latin1')
      socket.destroy()
    })
  }
  expect(await ask('https://site.example/')).toEqual({ failure: 'unreachable' })
  expect(asked).toMatchObject([{ path: '1.1.1.1:443' }])
  expect([hello.charCodeAt(0), hello.includes('site.example')]).toEqual([0x16, true])
})

it('HO5 does not ask the proxy for an address inside', async () => {
  internet.names.set('site.example', [['10.0.0.1']])
  expect(await ask('http://site.example/')).toEqual({ failure: 'refused_address' })
  expect(await ask('http://127.0.0.1/')).toEqual({ failure: 'refused_address' })
  expect(asked).toEqual([])
})

it('HO5 takes a site for unreachable when the proxy refuses', async () => {
  answer = (socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  expect(await ask('http://site.example/')).toEqual({ failure: 'unreachable' })
})
