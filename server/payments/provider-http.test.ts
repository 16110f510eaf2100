import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type Answer,
  type Fault,
  type ProviderServer,
  providerServer,
} from '../testing/fakes/provider-server.ts'
import { eventually } from '../testing/store.ts'
import { askProvider, askProviderForText, pacing, readProvider } from './provider-http.ts'
import { parsed, WebAddress } from './provider-json.ts'

let server: ProviderServer
let next: Answer
beforeAll(async () => {
  server = await providerServer(() => next)
})
afterAll(() => server.close())
beforeEach(async () => {
  next = { status: 200, body: { fine: true } }
  server.calls.length = 0
  await server.heal()
})

const ask = () => askProvider(server.url, { method: 'GET', headers: {} })
const read = () => readProvider(server.url, { headers: {}, firstPauseMs: 1 })

it.each([
  [400, { code: 'AMOUNT_MINIMAL_ERROR', message: 'too small' }, '400: AMOUNT_MINIMAL_ERROR too small'],
  [
    422,
    [
      { path: 'amount', message: 'is bad' },
      { path: 'currency', message: 'also' },
    ],
    '422: amount is bad; currency also',
  ],
  [403, { message: 'no' }, '403: no'],
  [404, 'nothing', '404'],
])('says what a provider refused: %i %j', async (status, body, message) => {
  next = { status, body }
  await expect(ask()).rejects.toThrow(`the provider answered ${message}`)
  await expect(read()).rejects.toMatchObject({ status })
  expect(server.calls).toHaveLength(2)
})

it('does not quote an unreadable response, which may hold a token', async () => {
  await server.fail('garbage')
  const error: Error = await ask().then(
    () => new Error('it succeeded'),
    (failure) => failure,
  )
  expect(error.message).toBe('the provider answered something that is not JSON')
})

it('C9 follows no redirect and reads no more than 1 MB', async () => {
  await server.fail('redirect', 1)
  await expect(ask()).rejects.toThrow('redirect')
  await server.fail('huge', 1)
  await expect(ask()).rejects.toThrow('more than 1 MB')
  expect(server.calls.map(({ path }) => path)).toEqual(['/', '/'])
})

it('C9 reads a longer list up to the caller’s limit, and no more', async () => {
  next = { status: 200, body: ['x'.repeat(1_500_000)] }
  await expect(ask()).rejects.toThrow('more than 1 MB')
  const askForMore = () =>
    askProvider(server.url, { method: 'GET', headers: {}, responseBytesMax: 2 * 1024 * 1024 })
  expect(await askForMore()).toEqual(next.body)
  next = { status: 200, body: ['x'.repeat(2_500_000)] }
  await expect(askForMore()).rejects.toThrow('more than 2 MB')
})

it('accepts a plain word as a response where one is expected, and recognizes a refusal', async () => {
  const askForText = () => askProviderForText(server.url, { method: 'DELETE', headers: {} })
  next = { status: 200, body: 'OK' }
  expect(await askForText()).toBe('OK')
  expect(server.calls[0]?.method).toBe('DELETE')
  next = { status: 400, body: { code: 'WRONG_CODE', message: 'no' } }
  await expect(askForText()).rejects.toMatchObject({ status: 400, code: 'WRONG_CODE' })
})

it.each<Fault>([500, 502, 429, 'garbage', 'half'])('reads again after %j, and succeeds', async (fault) => {
  await server.fail(fault, 2)
  expect(await read()).toEqual({ fine: true })
  expect(server.calls).toHaveLength(3)
})

it.each<Fault>([500, 'garbage', 'half', 'huge', 'redirect', 'refuse'])(
  'C9 gives up after three tries of %j, and goes nowhere else',
  async (fault) => {
    await server.fail(fault)
    await expect(read()).rejects.toThrow(/^the provider/)
    expect(server.calls.map(({ path }) => path)).toEqual(fault === 'refuse' ? [] : ['/', '/', '/'])
  },
)

it('retries at the time that a provider names, by seconds or by date', async () => {
  for (const limit of ['0', new Date().toUTCString()]) {
    await server.fail({ limit }, 1)
    expect(await read()).toEqual({ fine: true })
  }
})

it('stops reading when the caller gives up', async () => {
  await server.fail(500)
  const giveUp = new AbortController()
  const slowly = { headers: {}, signal: giveUp.signal, firstPauseMs: 1_200 }
  const reading = expect(readProvider(server.url, slowly)).rejects.toThrow('the provider')
  await eventually(() => server.calls.length > 0)
  giveUp.abort()
  await reading
  expect(server.calls.length).toBeLessThan(3)
})

it('runs waiting calls one after the other', async () => {
  const pace = pacing(20)
  const start = Date.now()
  await Promise.all(Array.from({ length: 5 }, () => pace.turn()))
  expect(Date.now() - start).toBeGreaterThanOrEqual(195) // at least this long, however busy the machine is
})

it('names the wrong fields of a response, not their values', () => {
  expect(() => parsed(WebAddress, 'javascript:alert(1)')).toThrow('another shape: the whole')
  expect(parsed(WebAddress, 'https://pay.example/i/1')).toBe('https://pay.example/i/1')
})
