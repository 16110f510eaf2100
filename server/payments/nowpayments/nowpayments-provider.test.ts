import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type NowPayment,
  type NowpaymentsServer,
  nowpaymentsServer,
} from '../../testing/fakes/nowpayments-server.ts'
import type { Fault } from '../../testing/fakes/provider-server.ts'
import type { NewInvoice, PaymentProvider } from '../provider.ts'
import { nowpaymentsMinimums } from './nowpayments-minimum.ts'
import { nowpaymentsProvider } from './nowpayments-provider.ts'

let server: NowpaymentsServer
let provider: PaymentProvider
let warnings: string[]

const open = (change: Partial<Parameters<typeof nowpaymentsProvider>[0]> = {}) =>
  nowpaymentsProvider({
    apiUrl: server.apiUrl,
    publicUrl: 'https://store.example',
    apiKey: server.settings.NOWPAYMENTS_API_KEY ?? '',
    ipnSecret: server.settings.NOWPAYMENTS_IPN_SECRET ?? '',
    login: null,
    tolerancePercent: 1,
    readsPerSecond: 1_000,
    log: { warn: (_detail, message) => void warnings.push(message) },
    ...change,
  })
const login = () => ({
  email: server.settings.NOWPAYMENTS_EMAIL ?? '',
  password: server.settings.NOWPAYMENTS_PASSWORD ?? '',
})

beforeEach(async () => {
  warnings = []
  server = await nowpaymentsServer()
  server.delivery = 'lost'
  provider = open()
})
afterEach(() => server.close())

const REFERENCE = 'q1ZxT0b7Rk2mYc9dVw3LhA'
const input: NewInvoice = {
  reference: REFERENCE,
  orderNumber: '8F3K-2Q9X',
  amountCents: 999,
  currency: 'USD',
  successUrl: `https://store.example/return/${REFERENCE}`,
  cancelUrl: 'https://store.example/cancelled',
  expiresInSeconds: 7_200,
}
const soon = () => AbortSignal.timeout(60_000)
const create = () => provider.createInvoice(input, soon())
const readBack = (payments: NowPayment[], invoiceIds: string[] = []) =>
  provider.readBack({
    references: [REFERENCE],
    invoiceIds,
    paymentIds: payments.map(({ payment_id }) => String(payment_id)),
  })
const callsTo = (path: string) => server.calls.filter((call) => call.path.startsWith(path))

describe('making an invoice', () => {
  it('asks in the documented words, with every address of the store and a plain description', async () => {
    const before = Date.now()
    const invoice = await create()
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: '/v1/invoice' })
    expect(call?.headers['x-api-key']).toBe(server.settings.NOWPAYMENTS_API_KEY)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      price_amount: 9.99,
      price_currency: 'usd',
      order_id: REFERENCE,
      order_description: 'Order 8F3K-2Q9X',
      ipn_callback_url: 'https://store.example/api/webhooks/nowpayments',
      success_url: input.successUrl,
      cancel_url: input.cancelUrl,
      partially_paid_url: 'https://store.example/orders',
    })
    expect(invoice.url).toBe(`https://nowpayments.io/payment/?iid=${invoice.providerInvoiceId}`)
    expect(invoice.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 7_200_000)
  })

  it('an invoice is requested only once: a second one would ask the buyer twice', async () => {
    await server.fail(503)
    await expect(create()).rejects.toThrow('503: SOME_CODE Not now')
    expect(server.calls).toHaveLength(1)
  })

  it('finds no invoice by order, because there is no such search', async () => {
    await create()
    expect(await provider.findInvoices(input, soon())).toEqual([])
  })
})

describe('reading back', () => {
  it('reads payments that messages named, without the login of the dashboard', async () => {
    const { providerInvoiceId } = await create()
    const payment = await server.choose(providerInvoiceId, 'sol')
    expect(await readBack([payment])).toMatchObject([
      { providerInvoiceId, reference: REFERENCE, stage: 'waiting' },
    ])
    await server.pay(payment)
    expect(await readBack([payment])).toMatchObject([
      { stage: 'paid', amountCents: 999, receivedCents: 999, currency: 'usd' },
    ])
    expect(callsTo('/v1/auth')).toEqual([])
  })

  it('reports nothing about an invoice without a chosen coin', async () => {
    const { providerInvoiceId } = await create()
    expect(await readBack([], [providerInvoiceId])).toEqual([])
  })

  it('the login finds payments without a message, with one token for many readings', async () => {
    provider = open({ login: login() })
    const { providerInvoiceId } = await create()
    const other = await create()
    await server.choose(other.providerInvoiceId, 'sol')
    await server.pay(await server.choose(providerInvoiceId, 'sol'))
    for (const _ of [1, 2, 3])
      expect(await readBack([], [providerInvoiceId])).toMatchObject([{ providerInvoiceId, stage: 'paid' }])
    expect(callsTo('/v1/auth')).toHaveLength(1)
  })

  it('continues with the known payments when the list fails', async () => {
    provider = open({ login: { ...login(), password: 'wrong' } })
    const { providerInvoiceId } = await create()
    const payment = await server.choose(providerInvoiceId, 'sol')
    await server.pay(payment)
    expect(await readBack([payment], [providerInvoiceId])).toMatchObject([{ stage: 'paid' }])
    expect(warnings).toHaveLength(1)
  })

  it('follows a repeated deposit to its first payment, and a first payment to its repetitions', async () => {
    const { providerInvoiceId } = await create()
    const first = await server.choose(providerInvoiceId, 'sol', 0.06)
    await server.change(first, { payment_status: 'partially_paid', actually_paid: 0.04 })
    const second = await server.repeat(first, { payment_status: 'finished', actually_paid: 0.02 })
    for (const known of [first, second]) {
      const [snapshot, ...others] = await readBack([known])
      expect(snapshot).toMatchObject({ stage: 'paid', receivedCents: 999 })
      expect(others).toEqual([])
    }
  })

  it('leaves out a payment that another key made', async () => {
    const { providerInvoiceId } = await create()
    const payment = await server.choose(providerInvoiceId, 'sol')
    const foreign = { ...payment, payment_id: 1 }
    expect(await readBack([foreign, payment])).toMatchObject([{ stage: 'waiting' }])
  })

  it('leaves an unknown status to support', async () => {
    const { providerInvoiceId } = await create()
    const payment = await server.choose(providerInvoiceId, 'sol')
    await server.change(payment, { payment_status: 'teleported' })
    expect(await readBack([payment])).toMatchObject([{ stage: 'unknown', providerStatus: 'teleported' }])
  })
})

describe('when the provider is not well', () => {
  it('retries temporary failures, and succeeds', async () => {
    const payment = await server.choose((await create()).providerInvoiceId, 'sol')
    await server.fail(500, 2)
    expect(await readBack([payment])).toMatchObject([{ stage: 'waiting' }])
    expect(callsTo('/v1/payment')).toHaveLength(3)
  })

  it('C9 gives up after three tries, with an error and no secret in it', async () => {
    const payment = await server.choose((await create()).providerInvoiceId, 'sol')
    await server.fail('garbage')
    const error: Error = await readBack([payment]).then(
      () => new Error('it succeeded'),
      (failure) => failure,
    )
    expect(error.message).toMatch(/^the provider/)
    expect(error.message).not.toContain(server.settings.NOWPAYMENTS_API_KEY)
    expect(callsTo('/v1/payment')).toHaveLength(3)
  })

  it('does not retry a final refusal', async () => {
    const payment = await server.choose((await create()).providerInvoiceId, 'sol')
    provider = open({ apiKey: 'wrong' })
    await expect(readBack([payment])).rejects.toThrow('403: INVALID_API_KEY')
    expect(callsTo('/v1/payment')).toHaveLength(1)
  })

  it('makes no call during a pause that the provider asked for', async () => {
    const payment = await server.choose((await create()).providerInvoiceId, 'sol')
    await server.fail({ limit: '3600' }, 1)
    await expect(readBack([payment])).rejects.toThrow('429')
    await expect(readBack([payment])).rejects.toThrow('left alone')
    expect(callsTo('/v1/payment')).toHaveLength(1)
    expect((await create()).url).toContain('iid=') // a buyer who clicks is still served
  })

  it.each<Fault>(['refuse', 500, 429, { limit: '60' }, 'garbage', 'half', 'huge', 'redirect'])(
    'R4 makes no invoice while it does this: %j, and makes one at the first try after it',
    async (fault) => {
      await server.fail(fault)
      await expect(create()).rejects.toThrow(/^the provider/)
      await server.heal()
      expect((await create()).url).toContain('iid=')
    },
  )

  it('R4 does not wait for a response that never comes', async () => {
    await server.fail('hang')
    await expect(provider.createInvoice(input, server.timeout())).rejects.toThrow('could not be asked')
    await expect(provider.minimumCents(server.timeout())).rejects.toThrow('took too long')
  })
})

describe('the smallest payment', () => {
  it('the smallest payment is the lowest minimum among the enabled coins, and is not requested each time', async () => {
    server.coins = { eth: 35, sol: 1.531, usdttrc20: 8, doge: null }
    expect(await provider.minimumCents(soon())).toBe(154)
    const calls = server.calls.length
    expect(await provider.minimumCents(soon())).toBe(154)
    expect(server.calls.length).toBe(calls)
  })

  it('the smallest payment is requested once by concurrent callers', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => provider.minimumCents(soon())))
    expect(new Set(all)).toEqual(new Set([153]))
    expect(callsTo('/v1/merchant/coins')).toHaveLength(1)
  })

  it('the smallest payment counts the coins read so far when the wait is over, and all of them later', async () => {
    const slow = Promise.withResolvers<unknown>()
    const read = async (path: string) => {
      if (path === '/merchant/coins') return { selectedCurrencies: ['eth', 'sol'] }
      return path.includes('eth') ? { fiat_equivalent: 35 } : slow.promise
    }
    const { smallest: minimumCents } = nowpaymentsMinimums(read, new Set())
    expect(await minimumCents(AbortSignal.timeout(100))).toBe(3_500)
    expect(await minimumCents(AbortSignal.abort())).toBe(3_500)
    slow.resolve({ fiat_equivalent: 1.53 })
    expect(await minimumCents(soon())).toBe(153)
    expect(await minimumCents(AbortSignal.abort())).toBe(153)
  })

  it('a caller that gave up does not wait for the smallest payment', async () => {
    await expect(provider.minimumCents(AbortSignal.abort())).rejects.toThrow('took too long')
  })

  it('the smallest payment is unknown while no coin is enabled', async () => {
    server.coins = {}
    await expect(provider.minimumCents(soon())).rejects.toThrow('no coin')
  })
})

describe('messages', () => {
  it('messages name their order, invoice and payment, and a repeated message counts as the same', async () => {
    const { providerInvoiceId } = await create()
    const payment = await server.choose(providerInvoiceId, 'sol')
    const [sent] = server.messages
    const read = () => provider.verifyMessage(sent?.headers ?? {}, Buffer.from(sent?.body ?? ''))
    expect(read()).toMatchObject({
      reference: REFERENCE,
      invoiceId: providerInvoiceId,
      paymentId: String(payment.payment_id),
    })
    expect(read()?.key).toBe(read()?.key)
    await server.pay(payment)
    const keys = server.messages.map(
      ({ headers, body }) => provider.verifyMessage(headers, Buffer.from(body))?.key,
    )
    expect(new Set(keys).size).toBe(server.messages.length)
  })

  it.each(['not JSON', '[]', '{"order_id":7}'])(
    'name no order when they are signed and cannot be read: %s',
    (body) => {
      const signature = createHmac('sha512', server.settings.NOWPAYMENTS_IPN_SECRET ?? '')
      const headers = { 'x-nowpayments-sig': signature.update(body).digest('hex') }
      expect(provider.verifyMessage(headers, Buffer.from(body))).toMatchObject({
        reference: null,
        invoiceId: null,
      })
    },
  )

  it('C5 messages are not accepted without a secret', () => {
    for (const ipnSecret of ['', ' \n']) expect(() => open({ ipnSecret })).toThrow('secret')
  })
})

it('a dropped route is an error, and no payment is taken for lost because of it', async () => {
  const invoice = await create()
  const payment = await server.choose(invoice.providerInvoiceId, 'sol')
  const unknown = { ...payment, payment_id: 4_711 } as NowPayment
  expect(await readBack([unknown, payment])).toMatchObject([{ stage: 'waiting' }])
  await server.fail(404, Number.POSITIVE_INFINITY, 'GET /v1/payment/')
  await expect(readBack([payment])).rejects.toMatchObject({ status: 404 })
})
