import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, type ProviderServer, providerServer } from '../../testing/fakes/provider-server.ts'
import { payoutCalls } from './payout-calls.ts'
import { PayoutRefused, PayoutUncertain } from './payout-provider.ts'

let server: ProviderServer
let next: Answer
beforeAll(async () => {
  server = await providerServer(() => next)
})
afterAll(() => server.close())
beforeEach(() => {
  server.calls.length = 0
})

const { ask, refusing, orUncertain } = payoutCalls({ secrets: ['the-key', ''] })
const asked = () =>
  orUncertain(() => refusing(() => ask(server.url, { method: 'POST', headers: {}, body: { what: 1 } })))

it.each([
  [400, 'too small', PayoutRefused],
  [404, 'no such payout', PayoutRefused],
  [400, 'there is already one with this id', PayoutUncertain],
  [400, 'Duplicate id', PayoutUncertain],
  [408, 'too late', PayoutUncertain],
  [409, 'conflict', PayoutUncertain],
  [429, 'too often', PayoutUncertain],
  [500, 'broken', PayoutUncertain],
])('takes %i "%s" as %o', async (status, message, kind) => {
  next = { status, body: { code: 'SOME_CODE', message } }
  await expect(asked()).rejects.toThrow(kind)
  expect(server.calls).toHaveLength(1)
})

it('a bug of the store is uncertain too', async () => {
  await expect(orUncertain(() => Promise.reject(new TypeError('not a function')))).rejects.toThrow(
    PayoutUncertain,
  )
})

it.each(['the-key is wrong', 'Bearer abc.def is wrong'])(
  'C9 repeats no credential that a provider quotes: %s',
  async (message) => {
    next = { status: 401, body: { message } }
    const error = await asked().catch((failure: Error) => failure)
    expect(String(error)).toMatch(/401: .*\[secret\] is wrong$/)
    expect(String(error)).not.toMatch(/the-key|abc/)
  },
)
