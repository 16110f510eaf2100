import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type NowpaymentsServer, nowpaymentsServer } from '../testing/fakes/nowpayments-server.ts'
import { passSeconds, returnToNow } from '../testing/fixtures/selling-store.ts'
import { type GuardedProvider, guarded } from './circuit-breaker.ts'
import { nowpaymentsProvider } from './nowpayments/nowpayments-provider.ts'

const REST_SECONDS = 30

let server: NowpaymentsServer
let provider: GuardedProvider
let warned: string[]

beforeAll(async () => {
  server = await nowpaymentsServer()
})
afterAll(async () => {
  returnToNow()
  await server.close()
})
beforeEach(async () => {
  await server.heal()
  const adapter = nowpaymentsProvider({
    apiUrl: server.apiUrl,
    publicUrl: 'https://store.example',
    apiKey: server.settings.NOWPAYMENTS_API_KEY ?? '',
    ipnSecret: server.settings.NOWPAYMENTS_IPN_SECRET ?? '',
    login: null,
    tolerancePercent: 1,
    readsPerSecond: 1_000,
    log: { warn: () => undefined },
  })
  warned = []
  provider = guarded(adapter, 1, { warn: (_: unknown, words?: string) => void warned.push(words ?? '') })
})

const soon = () => AbortSignal.timeout(60_000)
const createInvoice = (amountCents = 999) =>
  provider.createInvoice(
    {
      reference: 'reference',
      orderNumber: '8F3K-2Q9X',
      amountCents,
      currency: 'USD',
      successUrl: 'https://store.example/thank-you',
      cancelUrl: 'https://store.example/cancelled',
      expiresInSeconds: 7_200,
    },
    soon(),
  )
const readBack = () => provider.readBack({ references: ['reference'], invoiceIds: [], paymentIds: ['1'] })
const fail = async (times: number) => {
  for (let nth = 0; nth < times; nth += 1) await expect(createInvoice()).rejects.toThrow()
}

it.each([500, 429, 'lost', 'garbage'] as const)(
  'asks no more after three failures in a row: %s',
  async (fault) => {
    await server.fail(fault)
    await fail(2)
    expect(provider.health().state).toBe('closed')
    await fail(1)
    expect(provider.health()).toEqual({ state: 'open', since: expect.any(Date) })
    const asked = server.calls.length
    await expect(createInvoice()).rejects.toThrow('the circuit of nowpayments is open')
    await expect(provider.minimumCents(soon())).rejects.toThrow('is open')
    expect(server.calls.length).toBe(asked)
  },
)

it('tries again after a pause: once, and normally after a success', async () => {
  await server.fail(500)
  await fail(3)
  passSeconds(REST_SECONDS)
  expect(provider.health().state).toBe('half-open')
  await expect(createInvoice()).rejects.toThrow('answered 500')
  await expect(createInvoice()).rejects.toThrow('is open')
  passSeconds(REST_SECONDS)
  await server.heal()
  await createInvoice()
  expect(provider.health().state).toBe('closed')
  expect(warned).toEqual([
    'a payment provider failed too often and is asked rarely',
    'a payment provider works again',
  ])
})

it('counts consecutive failures, and no refusals', async () => {
  await server.fail(400)
  await fail(5)
  await server.fail(500)
  await fail(2)
  await server.fail(400)
  await fail(1)
  await server.fail(500)
  await fail(2)
  await server.heal()
  await createInvoice()
  await server.fail(500)
  await fail(2)
  expect(provider.health().state).toBe('closed')
})

it('ignores a call that had no time left', async () => {
  const asked = server.calls.length
  for (let nth = 0; nth < 3; nth += 1) await expect(provider.check(AbortSignal.abort())).rejects.toThrow()
  expect(server.calls.length).toBe(asked)
  expect(provider.health().state).toBe('closed')
})

it('ignores reads delayed by a pause that the provider asked for', async () => {
  await server.fail({ limit: '60' })
  await expect(readBack()).rejects.toThrow('answered 429')
  await server.heal()
  const asked = server.calls.length
  for (let nth = 0; nth < 3; nth += 1) await expect(readBack()).rejects.toThrow('left alone')
  expect(server.calls.length).toBe(asked)
  await createInvoice()
})

it('ignores results without a call', async () => {
  await provider.minimumCents(soon())
  await server.fail(500)
  for (let nth = 0; nth < 3; nth += 1) {
    await provider.minimumCents(soon()) // from an earlier request
    await provider.findInvoices(
      {
        reference: 'reference',
        orderNumber: '8F3K-2Q9X',
        amountCents: 999,
        currency: 'USD',
        successUrl: '',
        cancelUrl: '',
        expiresInSeconds: 7_200,
      },
      soon(),
    )
    await fail(1)
  }
  expect(provider.health().state).toBe('open')
})
