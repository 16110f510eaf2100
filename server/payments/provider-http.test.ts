import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, type ProviderServer, providerServer } from '../testing/fakes/provider-server.ts'
import { eventually } from '../testing/store.ts'
import { askProvider, pacing, readProvider } from './provider-http.ts'
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
const read = () => readProvider(server.url, { headers: {} })

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

it('does not repeat an answer it cannot read, which may hold a token', async () => {
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

it('reads again at the time a provider names, by seconds or by date', async () => {
  for (const limit of ['0', new Date().toUTCString()]) {
    await server.fail({ limit }, 1)
    expect(await read()).toEqual({ fine: true })
  }
})

it('stops reading when it is given up', async () => {
  await server.fail(500)
  const giveUp = new AbortController()
  const reading = expect(readProvider(server.url, { headers: {}, signal: giveUp.signal })).rejects.toThrow(
    'the provider',
  )
  await eventually(() => server.calls.length > 0)
  giveUp.abort()
  await reading
  expect(server.calls.length).toBeLessThan(3)
})

it('lets those who wait go one after the other', async () => {
  const pace = pacing(20)
  const start = Date.now()
  await Promise.all(Array.from({ length: 5 }, () => pace.turn()))
  expect(Date.now() - start).toBeGreaterThanOrEqual(195)
})

it('tells which fields of an answer are wrong, not what stands in them', () => {
  expect(() => parsed(WebAddress, 'javascript:alert(1)')).toThrow('another shape: the whole')
  expect(parsed(WebAddress, 'https://pay.example/i/1')).toBe('https://pay.example/i/1')
})
