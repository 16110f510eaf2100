import { createHmac } from 'node:crypto'
import type { OrderFlag, OrderStatus } from '@nofiller/contract/orders/order-status'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decide, type OrderState } from '../../orders/settlement/decide.ts'
import { type BtcpayInvoice, type BtcpayServer, btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import type { Fault } from '../../testing/fakes/provider-server.ts'
import type { NewInvoice, PaymentProvider } from '../provider.ts'
import { btcpayProvider } from './btcpay-provider.ts'

let server: BtcpayServer
let provider: PaymentProvider

const open = (change: Partial<Parameters<typeof btcpayProvider>[0]> = {}) =>
  btcpayProvider({
    url: server.url,
    publicUrl: 'https://store.example',
    apiKey: server.settings.BTCPAY_API_KEY ?? '',
    storeId: server.storeId,
    webhookSecret: server.settings.BTCPAY_WEBHOOK_SECRET ?? '',
    tolerancePercent: 1,
    readsPerSecond: 1_000,
    ...change,
  })

beforeEach(async () => {
  server = await btcpayServer()
  server.delivery = 'lost'
  provider = open()
})
afterEach(() => server.close())

const ORDER: OrderState = {
  id: '3f0c8f1e-6a52-4d0e-9a57-0f6f5d3c2b11',
  status: 'CREATED',
  flags: [],
  priceCents: 999,
  currency: 'USD',
  asked: new Map(),
  invoicingCents: null,
  overdue: false,
  beyondHorizon: false,
  risen: null,
  returnedCents: 0,
  returnedUncountedCents: 0,
}
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
const readBack = async (invoiceIds: string[] = []) => {
  const snapshots = await provider.readBack({ references: [REFERENCE], invoiceIds, paymentIds: [] })
  return snapshots.map(({ reference, ...snapshot }) => ({
    ...snapshot,
    provider: 'btcpay',
    orderId: reference === REFERENCE ? ORDER.id : reference,
  }))
}

async function chosen(): Promise<BtcpayInvoice> {
  const { providerInvoiceId } = await provider.createInvoice(input, soon())
  return server.choose(providerInvoiceId)
}
async function outcome(order = ORDER): Promise<{ status: OrderStatus; flags: OrderFlag[] }> {
  const { status, flags } = decide(order, await readBack(), 1)
  return { status, flags }
}

describe('making an invoice', () => {
  it('asks for an exact amount of dollars, and never for a top-up', async () => {
    const invoice = await provider.createInvoice(input, soon())
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: `/api/v1/stores/${server.storeId}/invoices` })
    expect(call?.headers.authorization).toBe(`token ${server.settings.BTCPAY_API_KEY}`)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      amount: '9.99',
      currency: 'USD',
      metadata: {
        orderId: REFERENCE,
        orderUrl: 'https://store.example/orders',
        itemDesc: 'Order 8F3K-2Q9X',
      },
      checkout: {
        speedPolicy: 'MediumSpeed',
        expirationMinutes: 120,
        monitoringMinutes: 1_440,
        paymentTolerance: 1,
        lazyPaymentMethods: true,
        redirectURL: input.successUrl,
        redirectAutomatically: false,
        defaultLanguage: 'en',
      },
      additionalSearchTerms: ['8F3K-2Q9X'],
    })
    expect(invoice.url).toBe(`${server.url}/i/${invoice.providerInvoiceId}`)
    await expect(provider.createInvoice({ ...input, amountCents: 0 }, soon())).rejects.toThrow()
    expect(server.calls).toHaveLength(1)
  })

  it('a refused invoice names the reason', async () => {
    await expect(provider.createInvoice({ ...input, expiresInSeconds: 1 }, soon())).rejects.toThrow(
      '422: amount The amount should be 0 or more',
    )
  })

  it('finds an invoice whose response was lost, the newest of this price that can still be paid', async () => {
    const made = [await chosen(), await chosen(), await chosen(), await chosen()]
    const [older, newer, otherPrice, ended] = made
    for (const [age, invoice] of made.reverse().entries()) invoice.createdTime -= age
    if (otherPrice) otherPrice.amount = '9.98'
    if (ended) ended.status = 'Expired'
    const invoices = await provider.findInvoices(input, soon())
    expect(invoices.map(({ providerInvoiceId }) => providerInvoiceId)).toEqual([newer?.id, older?.id])
  })
})

it.each<[string, string, OrderStatus, OrderFlag[]]>([
  ['New', 'None', 'WAITING', []],
  ['New', 'PaidPartial', 'PENDING', ['underpaid']],
  ['Processing', 'None', 'PENDING', []],
  ['Processing', 'PaidOver', 'PENDING', ['overpaid']],
  ['Settled', 'None', 'PAID', []],
  ['Settled', 'PaidOver', 'PAID', []], // its payments show by how much
  ['Settled', 'Marked', 'PAID', ['manual']],
  ['Expired', 'None', 'EXPIRED', []],
  ['Expired', 'PaidPartial', 'EXPIRED', ['underpaid', 'review']],
  ['Invalid', 'None', 'FAILED', ['review']],
  ['Invalid', 'PaidPartial', 'FAILED', ['review']],
  ['Invalid', 'PaidOver', 'FAILED', ['review']],
  ['Invalid', 'Marked', 'CANCELLED', ['manual']],
  ['Processing', 'Marked', 'CREATED', ['review']],
  ['New', 'Invalid', 'CREATED', ['review']],
  ['Settled', 'PaidLate', 'CREATED', ['review']],
  ['Confirmed', 'None', 'CREATED', ['review']],
])('the state %s/%s makes the order %s %j', async (status, additionalStatus, expected, flags) => {
  Object.assign(await chosen(), { status, additionalStatus })
  expect(await outcome()).toEqual({ status: expected, flags })
})

it('distinguishes an untouched invoice from one with a chosen coin', async () => {
  const { providerInvoiceId } = await provider.createInvoice(input, soon())
  expect((await outcome()).status).toBe('CREATED')
  server.choose(providerInvoiceId)
  expect((await outcome()).status).toBe('WAITING')
})

it('treats an invoice that shows an address from the start as being paid', async () => {
  const { providerInvoiceId } = await provider.createInvoice(input, soon())
  Object.assign(server.invoices.get(providerInvoiceId) ?? {}, { checkout: {}, activated: false })
  expect((await outcome()).status).toBe('WAITING')
})

describe('money', () => {
  it('money counts when it is confirmed, at the rate of the invoice', async () => {
    const invoice = await chosen()
    await server.see(invoice)
    expect(await readBack()).toMatchObject([{ stage: 'seen', receivedCents: 0 }])
    await server.confirm(invoice)
    const [snapshot] = await readBack()
    expect(snapshot).toMatchObject({ stage: 'paid', receivedCents: 999, amountCents: 999 })
    expect(snapshot?.payments).toEqual([
      {
        id: invoice.payments[0]?.id,
        coin: 'BTC',
        amountCents: 999,
        confirmed: true,
        confirmations: null,
        transactionId: invoice.payments[0]?.id,
      },
    ])
  })

  it('surplus money is reported, and the server charges no fee on it', async () => {
    const invoice = await chosen()
    await server.see(invoice, 1.25)
    await server.confirm(invoice)
    expect(await outcome()).toEqual({ status: 'PAID', flags: ['overpaid'] })
    expect(await readBack()).toMatchObject([{ receivedCents: 1_249, feeCents: 0 }])
  })

  it('money that is replaced before it was confirmed does not count', async () => {
    const invoice = await chosen()
    await server.see(invoice)
    server.replace(invoice)
    expect(await readBack()).toMatchObject([{ stage: 'waiting', receivedCents: 0, payments: [] }])
  })

  it('money below its network’s fee is worth nothing, and reduces nothing else', async () => {
    const invoice = await chosen()
    await server.see(invoice, 0.5)
    await server.see(invoice, 0.001)
    for (const payment of invoice.payments.slice(1)) payment.fee = '0.00001'
    await server.confirm(invoice)
    const [snapshot] = await readBack()
    expect(snapshot?.payments.map((payment) => payment.amountCents)).toEqual([500, 0])
    expect(snapshot?.receivedCents).toBe(500)
  })

  it('money that is nearly enough counts only once it is confirmed', async () => {
    const invoice = await chosen()
    await server.see(invoice, 0.995)
    expect(await outcome()).toEqual({ status: 'PENDING', flags: ['underpaid'] })
    await server.confirm(invoice)
    expect(await outcome()).toEqual({ status: 'PAID', flags: [] })
  })

  it('late money pays when all of it is confirmed', async () => {
    const invoice = await chosen()
    await server.expire(invoice)
    const expired = { ...ORDER, status: 'EXPIRED' as const }
    expect(await outcome()).toEqual({ status: 'EXPIRED', flags: [] })
    await server.see(invoice)
    expect(invoice.additionalStatus).toBe('PaidLate')
    expect(await outcome(expired)).toEqual({ status: 'EXPIRED', flags: ['late'] })
    expect(await outcome()).toEqual({ status: 'PENDING', flags: ['late'] })
    await server.confirm(invoice)
    expect(await outcome(expired)).toEqual({ status: 'PAID', flags: ['late'] })
    expect(await outcome()).toEqual({ status: 'PAID', flags: ['late'] })
  })

  it('late money that disappears again leaves the order as it was', async () => {
    const invoice = await chosen()
    await server.expire(invoice)
    await server.see(invoice)
    server.replace(invoice)
    expect(invoice.additionalStatus).toBe('PaidLate')
    expect(await outcome({ ...ORDER, status: 'EXPIRED' })).toEqual({ status: 'EXPIRED', flags: [] })
  })
})

it.each<[string, Partial<BtcpayInvoice>]>([
  ['another store', { storeId: 'another' }],
  ['another currency', { currency: 'EUR' }],
  ['another amount', { amount: '9.98' }],
  ['no amount', { amount: null }],
  ['a top-up', { type: 'TopUp' }],
  ['another order', { metadata: { orderId: 'another' } }],
  ['no order', { metadata: {} }],
])('C4 a settled invoice of %s pays nothing and asks for a review', async (_, change) => {
  const invoice = await chosen()
  Object.assign(invoice, { status: 'Settled' }, change)
  const seen = await readBack([invoice.id])
  expect(decide(ORDER, seen, 1)).toMatchObject({ status: 'CREATED', flags: ['review'] })
})

it('an old invoice that ends does not close an order that a newer one may still pay', async () => {
  await server.expire(await chosen())
  await server.see(await chosen())
  expect((await outcome()).status).toBe('PENDING')
})

describe('an invoice of no use', () => {
  const cancelInvoice = (id: string) => provider.cancelInvoice?.(id)
  const untouched = async () => (await provider.createInvoice(input, soon())).providerInvoiceId

  it('an unneeded invoice is marked invalid while nobody saw its address, and leaves nothing to settle', async () => {
    const id = await untouched()
    await cancelInvoice(id)
    expect(server.invoices.get(id)).toMatchObject({ status: 'Invalid', additionalStatus: 'Marked' })
    expect(await outcome()).toEqual({ status: 'CANCELLED', flags: [] })
  })

  it.each<[string, (invoice: BtcpayInvoice) => unknown]>([
    ['a coin was chosen', () => undefined],
    ['money was seen', (invoice) => server.see(invoice, 0.5)],
    ['it is paid', async (invoice) => server.see(invoice).then(() => server.confirm(invoice))],
    ['it has ended', (invoice) => server.expire(invoice)],
    [
      'it shows where to pay from its beginning',
      (one) => Object.assign(one, { checkout: {}, activated: false }),
    ],
    ['it is of another store', (invoice) => Object.assign(invoice, { activated: false, storeId: 'another' })],
  ])('is left alone when %s', async (_, happens) => {
    const invoice = await chosen()
    await happens(invoice)
    await cancelInvoice(invoice.id)
    expect(invoice.additionalStatus).not.toBe('Marked')
    expect(server.calls.filter((call) => call.path.endsWith('/status'))).toEqual([])
  })

  it('an unneeded invoice is left alone when the server does not know it', async () => {
    await expect(cancelInvoice('unknown')).resolves.toBeUndefined()
  })

  it('money that still comes on an unneeded invoice is reported', async () => {
    const invoice = await chosen()
    await server.see(invoice)
    await server.mark(invoice, 'Invalid')
    expect(await outcome()).toEqual({ status: 'CANCELLED', flags: ['manual', 'review'] })
  })
})

it('asks for a review when the owner invalidates a paid invoice, and leaves the order paid', async () => {
  await server.mark(await chosen(), 'Invalid')
  expect(await outcome({ ...ORDER, status: 'PAID' })).toEqual({ status: 'PAID', flags: ['manual', 'review'] })
})

describe('when the server is not well', () => {
  it('retries temporary failures, and succeeds', async () => {
    await chosen()
    await server.fail(500, 2)
    expect((await outcome()).status).toBe('WAITING')
  })

  it('C9 gives up after three tries, with an error and no secret in it', async () => {
    await chosen()
    server.calls.length = 0
    await server.fail('garbage')
    const error: Error = await readBack().then(
      () => new Error('it succeeded'),
      (failure) => failure,
    )
    expect(error.message).toMatch(/^the provider/)
    expect(error.message).not.toContain(server.settings.BTCPAY_API_KEY)
    expect(server.calls).toHaveLength(3)
  })

  it.each<Fault>(['refuse', 500, 429, { limit: '60' }, 'garbage', 'half', 'huge', 'redirect'])(
    'R4 makes no invoice while it does this: %j, and makes one at the first try after it',
    async (fault) => {
      await server.fail(fault)
      await expect(provider.createInvoice(input, soon())).rejects.toThrow(/^the provider/)
      await server.heal()
      expect((await provider.createInvoice(input, soon())).url).toContain('/i/')
    },
  )

  it('R4 does not wait for a response that never comes', async () => {
    await server.fail('hang')
    await expect(provider.createInvoice(input, server.timeout())).rejects.toThrow('could not be asked')
  })
})

describe('messages', () => {
  const B1 = `{
  "deliveryId": "D1kqJ4cP8mV2nX6sT0aZ3B",
  "webhookId": "W7yR5tQ9",
  "originalDeliveryId": "D1kqJ4cP8mV2nX6sT0aZ3B",
  "isRedelivery": false,
  "type": "InvoiceSettled",
  "timestamp": 1767225600,
  "storeId": "S9storeDemo",
  "invoiceId": "I4invoiceDemo",
  "metadata": {
    "orderId": "3f0c8f1e-6a52-4d0e-9a57-0f6f5d3c2b11"
  },
  "manuallyMarked": false,
  "overPaid": false
}`
  const B4 = B1.replace('"deliveryId": "D1kqJ4cP8mV2nX6sT0aZ3B"', '"deliveryId": "D2redeliveryDemo"').replace(
    '"isRedelivery": false',
    '"isRedelivery": true',
  )
  const HEX = '02abcb2ec78992ed849c1cfbccb3bb1691da64b774be7aa7a3399d89f4d885b8'
  const COMPACT_HEX = '32feb7739477ae3abbc082194cfb1a30a201e3323b56a0f4bc72e32e6991c187'
  const verify = (body: string, signature: string | string[] | undefined) =>
    provider.verifyMessage({ 'btcpay-sig': signature as string }, Buffer.from(body))

  it.each([
    ['as it is sent from Linux (B1)', B1, 384, HEX],
    [
      'as it is sent from Windows (B2)',
      B1.replaceAll('\n', '\r\n'),
      398,
      '810eff648b7d97fca686b389e84c795518524fc333407afac8643e8f96fcecd0',
    ],
    ['when it is compact (B3)', JSON.stringify(JSON.parse(B1)), 330, COMPACT_HEX],
    [
      'when it is delivered again (B4)',
      B4,
      377,
      '2741a18b10e79894c97e0d57338280f89cab9b64d7de5e6f39dfe99d2946cb4c',
    ],
  ])('C5 a signature over the bytes holds %s', (_, body, bytes, hex) => {
    expect(Buffer.byteLength(body)).toBe(bytes)
    expect(verify(body, `sha256=${hex}`)).toEqual({
      key: 'D1kqJ4cP8mV2nX6sT0aZ3B',
      reference: ORDER.id, // of an invoice from before references
      invoiceId: 'I4invoiceDemo',
      paymentId: null,
    })
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['without its method', HEX],
    ['of another method', `sha512=${HEX}`],
    ['two in one header', `sha256=${HEX}, sha256=${HEX}`],
    ['sent twice', [`sha256=${HEX}`, `sha256=${HEX}`]],
    ['one digit short', `sha256=${HEX.slice(1)}`],
    ['followed by rubbish', `sha256=${HEX}zz`],
    ['of the same content written otherwise (B3)', `sha256=${COMPACT_HEX}`],
  ])('C5 a signature is refused when it is %s', (_, signature) => {
    expect(verify(B1, signature)).toBeNull()
  })

  it('messages of another store, or about something else, name no order', async () => {
    const invoice = await chosen()
    const read = async (type: string) => {
      const { headers, body } = await server.notify(invoice, type)
      return provider.verifyMessage({ 'btcpay-sig': headers['BTCPay-Sig'] }, Buffer.from(body))
    }
    expect(await read('InvoiceSettled')).toMatchObject({ reference: REFERENCE, invoiceId: invoice.id })
    invoice.storeId = 'another'
    expect(await read('InvoiceSettled')).toMatchObject({ reference: null, invoiceId: null })
  })

  it.each(['not JSON', '[]', '{"metadata":"x","storeId":null}'])(
    'name no order when they are signed and cannot be read: %s',
    (body) => {
      const signature = createHmac('sha256', server.settings.BTCPAY_WEBHOOK_SECRET ?? '')
      expect(verify(body, `sha256=${signature.update(body).digest('hex')}`)).toMatchObject({
        reference: null,
        invoiceId: null,
      })
    },
  )

  it('C5 messages are not accepted without a secret', () => {
    expect(() => open({ webhookSecret: '' })).toThrow('secret')
  })
})

describe('the addresses of single invoices', () => {
  it.each(['store', 'invoice', 'both'] as const)(
    'reads, shows and closes invoices at a server that serves those by %s',
    async (serves) => {
      server.serves = serves
      const { providerInvoiceId } = await provider.createInvoice(input, soon())
      await provider.check(soon())
      expect(await provider.listCoins?.({ providerInvoiceId, amountCents: 999 }, soon())).not.toEqual([])
      expect(await readBack(['no-such-invoice'])).toMatchObject([{ stage: 'new' }])
      const before = server.calls.length
      await readBack()
      expect(server.calls.length - before, 'the address that works is asked first').toBe(2)
      await provider.cancelInvoice?.(providerInvoiceId)
      expect(server.invoices.get(providerInvoiceId)?.status).toBe('Invalid')
    },
  )

  it('a dropped route is an error, and no invoice is taken for lost because of it', async () => {
    const { providerInvoiceId } = await provider.createInvoice(input, soon())
    server.serves = 'invoice'
    await server.fail(404, Number.POSITIVE_INFINITY, /\/invoices\/[^?]+/)
    await expect(readBack([providerInvoiceId])).rejects.toMatchObject({ status: 404 })
    await expect(provider.check(soon())).rejects.toMatchObject({ status: 404 })
    await server.heal()
    expect(await readBack(['no-such-invoice'])).toHaveLength(1)
  })
})
