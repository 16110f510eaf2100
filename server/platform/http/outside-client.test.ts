import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Outside, outside } from '../../testing/fakes/outside.ts'
import { isOutside, outsideClient } from './outside-client.ts'

let internet: Outside
beforeAll(async () => {
  internet = await outside()
})
afterAll(() => internet.close())
beforeEach(() => {
  Object.assign(internet, { names: new Map(), lookups: 0, connected: [], asked: [] })
  internet.answerBy((_request, response) => void response.end('a page'))
})

async function ask(url: string, method: 'HEAD' | 'GET' = 'GET', ownHosts: string[] = []) {
  const client = outsideClient(ownHosts, internet.resolve, internet.connectorOf)
  try {
    return await client.ask({ method, url: new URL(url), timeoutMs: 2_000 })
  } finally {
    await client.close()
  }
}
const nothingAsked = { lookups: 0, connected: [], asked: [] }

it('HO5 asks a site outside, once, at the address that was checked', async () => {
  internet.names.set('site.example', [['1.1.1.1']])
  expect(await ask('http://site.example/a?b', 'HEAD')).toEqual({ status: 200 })
  expect(internet).toMatchObject({ connected: ['1.1.1.1'], asked: ['HEAD site.example/a?b'] })
})

it('HO5 follows no redirect', async () => {
  internet.names.set('site.example', [['1.1.1.1']])
  internet.answerBy(
    (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  expect(await ask('http://site.example/')).toEqual({ status: 302 })
  expect(internet.asked).toEqual(['GET site.example/'])
})

it('HO5 reads no body, however long, and waits for no answer that does not come', async () => {
  internet.names.set('site.example', [['1.1.1.1']])
  internet.answerBy((_request, response) => void response.writeHead(200).write('x'))
  expect(await ask('http://site.example/')).toEqual({ status: 200 })
  internet.answerBy(() => undefined)
  expect(await ask('http://site.example/')).toEqual({ failure: 'unreachable' })
})

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[::5efe:10.0.0.1]/',
  'http://[fec0::1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://255.255.255.255/',
  'http://224.0.0.1/',
])('HO5 asks no address inside: %s', async (url) => {
  expect(await ask(url)).toEqual({ failure: 'refused_address' })
  expect(internet).toMatchObject(nothingAsked)
})

it.each([
  'http://site.example:8080/',
  'https://site.example:22/',
  'ftp://site.example/',
  'file:///etc/passwd',
  'http://user:word@site.example/',
  'http://user@site.example/',
  'http://:word@site.example/',
])('HO5 asks no other port, scheme or door: %s', async (url) => {
  expect(await ask(url)).toEqual({ failure: 'refused_url' })
  expect(internet).toMatchObject(nothingAsked)
})

it('HO5 does not ask the store itself, by whatever name', async () => {
  const own = ['store.example']
  for (const url of ['https://store.example/', 'https://STORE.example./admin'])
    expect(await ask(url, 'GET', own)).toEqual({ failure: 'refused_address' })
})

it.each([
  ['alone', ['127.0.0.1']],
  ['among others', ['203.0.113.7', '8.8.8.8', '127.0.0.1']],
  ['wrapped in IPv6', ['::ffff:127.0.0.1']],
  ['of a translator', ['64:ff9b::7f00:1']],
])('HO5 asks no name with an address inside %s', async (_what, addresses) => {
  internet.names.set('site.example', [addresses])
  expect(await ask('http://site.example/')).toEqual({ failure: 'refused_address' })
  expect(internet).toMatchObject({ connected: [], asked: [] })
})

it('HO5 connects to what was checked: a name that answers otherwise the next time leads nowhere else', async () => {
  internet.names.set('site.example', [['1.1.1.1'], ['127.0.0.1']])
  expect(await ask('http://site.example/')).toEqual({ status: 200 })
  expect(internet).toMatchObject({ lookups: 1, connected: ['1.1.1.1'] })
  expect(await ask('http://site.example/')).toEqual({ failure: 'refused_address' })
})

it('HO5 tells a name that nobody knows from one that does not answer', async () => {
  expect(await ask('http://nobody.example/')).toEqual({ failure: 'unknown_name' })
  internet.names.set('site.example', [['1.1.1.1']])
  internet.answerBy((request) => void request.socket.destroy())
  expect(await ask('http://site.example/')).toEqual({ failure: 'unreachable' })
})

it('HO5 takes an address for outside only if each of its forms is', () => {
  expect(['1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'].every(isOutside)).toBe(true)
  const octet = fc.nat(255)
  fc.assert(
    fc.property(fc.constantFrom(10, 127, 0, 224, 240), octet, octet, octet, (...parts) => {
      const address = parts.join('.')
      for (const form of [address, `::ffff:${address}`, `::${address}`, `64:ff9b::${address}`])
        expect(isOutside(form), form).toBe(false)
    }),
  )
})
