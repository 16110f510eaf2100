import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type NowPayment,
  type NowpaymentsServer,
  nowpaymentsServer,
} from '../../testing/fakes/nowpayments-server.ts'
import type { Fault } from '../../testing/fakes/provider-server.ts'
import type { InvoiceRef, PaymentProvider } from '../provider.ts'
import { CoinRefused, ProviderError } from '../provider-http.ts'
import { nowpaymentsProvider } from './nowpayments-provider.ts'

let server: NowpaymentsServer
let provider: Required<PaymentProvider>

beforeEach(async () => {
  server = await nowpaymentsServer()
  server.delivery = 'lost'
  server.coins = { sol: 1.53, usdcsol: 0.5, eth: 35, usdttrc20: 8, doge: null, shib: 2 }
  provider = nowpaymentsProvider({
    apiUrl: server.apiUrl,
    publicUrl: 'https://store.example',
    apiKey: server.settings.NOWPAYMENTS_API_KEY ?? '',
    ipnSecret: server.settings.NOWPAYMENTS_IPN_SECRET ?? '',
    login: null,
    tolerancePercent: 1,
    readsPerSecond: 1_000,
    log: { warn: () => undefined },
  }) as Required<PaymentProvider> // all methods but cancelInvoice exist
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

const soon = () => AbortSignal.timeout(60_000)
async function made(amountCents = 1_000): Promise<InvoiceRef> {
  const { providerInvoiceId } = await provider.createInvoice(
    {
      reference: 'q1ZxT0b7Rk2mYc9dVw3LhA',
      orderNumber: '8F3K-2Q9X',
      amountCents,
      currency: 'USD',
      successUrl: 'https://store.example/thank-you',
      cancelUrl: 'https://store.example/cancelled',
      expiresInSeconds: 7_200,
    },
    soon(),
  )
  return { providerInvoiceId, amountCents }
}
const list = (invoice: InvoiceRef, signal = soon()) => provider.listCoins(invoice, signal)
const choose = (invoice: InvoiceRef, coin: string, paymentId: string | null = null) =>
  provider.chooseCoin(invoice, coin, paymentId, soon())
const refusalOf = (choice: Promise<unknown>) => choice.catch((error: unknown) => error)
const callsTo = (path: string) => server.calls.filter((call) => call.path === path)
function only(): NowPayment {
  const [payment, ...others] = server.payments.values()
  if (!payment || others.length > 0) throw new Error(`${server.payments.size} payments`)
  return payment
}
/** Only the date moves: timers and the network continue. */
const minutesPass = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

describe('the coins of an invoice', () => {
  it('lists the enabled and known coins, with amount and smallest payment', async () => {
    const offer = { amount: '0.065', networkFeeCents: null }
    expect(await list(await made())).toEqual([
      { coin: 'SOL', ...offer, minimumCents: 153 },
      { coin: 'USDC-SOL', ...offer, minimumCents: 50 },
      { coin: 'DOGE', amount: null, networkFeeCents: null, minimumCents: 0 }, // cannot be priced now
      { coin: 'ETH', ...offer, minimumCents: 3_500 },
      { coin: 'USDT-TRX', ...offer, minimumCents: 800 },
    ])
  })

  it('coins are priced once a minute, for all callers and amounts', async () => {
    await Promise.all([list(await made()), list(await made())])
    expect(callsTo('/v1/estimate')).toHaveLength(5)
    const [sol] = await list(await made(333))
    expect(sol?.amount).toBe('0.021645')
    expect(callsTo('/v1/estimate')).toHaveLength(5)
    minutesPass(2)
    await list(await made())
    expect(callsTo('/v1/estimate')).toHaveLength(10)
    expect(callsTo('/v1/merchant/coins')).toHaveLength(1)
  })

  it('coin amounts are rounded up, never down, at the rate of another amount', async () => {
    await list(await made(700))
    const [sol] = await list(await made(1_001))
    expect(sol?.amount).toBe('0.065065')
    await list(await made(300))
    expect((await list(await made(1)))[0]?.amount).toBe('0.000065')
  })

  it('the coin list shares the reading of the minimums with the smallest payment', async () => {
    await provider.minimumCents(soon())
    const calls = callsTo('/v1/min-amount').length
    await list(await made())
    expect(callsTo('/v1/min-amount')).toHaveLength(calls)
  })

  it('coins are listed without amounts when estimates take too long', async () => {
    await provider.minimumCents(soon())
    const invoice = await made()
    await server.fail('hang', 5, 'GET')
    const offers = await list(invoice, server.timeout())
    expect(offers.map(({ amount }) => amount)).toEqual([null, null, null, null, null])
    expect(offers[0]).toMatchObject({ coin: 'SOL', minimumCents: 153 })
  })

  it('coins are listed without failed amounts, which are requested again soon', async () => {
    await provider.minimumCents(soon())
    const invoice = await made()
    await server.fail(400, Number.POSITIVE_INFINITY, 'GET')
    expect((await list(invoice)).every(({ amount }) => amount === null)).toBe(true)
    await server.heal()
    minutesPass(0.5)
    expect((await list(invoice))[0]?.amount).toBe('0.065')
  })

  it('the coins are unknown while the provider does not list them', async () => {
    const invoice = await made()
    await server.fail(500)
    await expect(list(invoice)).rejects.toThrow(ProviderError)
  })
})

describe('choosing a coin', () => {
  it('makes a payment under the invoice and returns its address', async () => {
    const invoice = await made()
    const chosen = await choose(invoice, 'USDC-SOL')
    const payment = only()
    expect(JSON.parse(callsTo('/v1/invoice-payment')[0]?.body ?? '')).toEqual({
      iid: invoice.providerInvoiceId,
      pay_currency: 'usdcsol',
    })
    expect(chosen).toEqual({
      paymentId: String(payment.payment_id),
      address: payment.pay_address,
      memo: null,
      amount: '0.065',
      walletUri: `solana:${payment.pay_address}?amount=0.065&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
      validUntil: server.estimateEnds.get(payment.payment_id),
    })
    const ids = { references: [], invoiceIds: [], paymentIds: [chosen?.paymentId ?? ''] }
    expect(await provider.readBack(ids)).toMatchObject([
      { stage: 'waiting', payments: [{ coin: 'USDC-SOL', confirmations: null }] },
    ])
  })

  it('renews the amount of the existing payment, to the same address', async () => {
    const invoice = await made()
    const first = await choose(invoice, 'SOL')
    expect(await choose(invoice, 'SOL', first?.paymentId)).toEqual(first)
    server.estimateEnds.set(only().payment_id, new Date(Date.now() - 1))
    const renewed = await choose(invoice, 'SOL', first?.paymentId)
    expect(renewed).toMatchObject({ paymentId: first?.paymentId, address: first?.address, amount: '0.0663' })
    expect(renewed?.validUntil?.getTime()).toBeGreaterThan(Date.now())
    expect(callsTo('/v1/invoice-payment')).toHaveLength(1)
  })

  it('makes another payment for another coin, or when the earlier one is dead or of another invoice', async () => {
    const invoice = await made(5_000)
    const first = await choose(invoice, 'SOL')
    const other = await choose(invoice, 'ETH', first?.paymentId)
    expect(other).toMatchObject({ walletUri: expect.stringMatching(/^ethereum:.*value=325000000000000000$/) })
    expect(other?.paymentId).not.toBe(first?.paymentId)
    for (const payment of server.payments.values()) payment.payment_status = 'expired'
    expect((await choose(invoice, 'ETH', other?.paymentId))?.paymentId).not.toBe(other?.paymentId)
    expect((await choose(await made(), 'SOL', first?.paymentId))?.paymentId).not.toBe(first?.paymentId)
  })

  it.each(['partially_paid', 'confirming', 'sending', 'finished', 'wrong_asset_confirmed', 'new_word'])(
    'asks for nothing twice when a payment is %s',
    async (payment_status) => {
      const invoice = await made()
      const first = await choose(invoice, 'SOL')
      only().payment_status = payment_status
      for (const coin of ['SOL', 'USDC-SOL']) expect(await choose(invoice, coin, first?.paymentId)).toBeNull()
      expect(server.payments.size).toBe(1)
    },
  )

  it('shows a memo, and no link that would leave it out', async () => {
    server.payIn.memo = '421337'
    expect(await choose(await made(), 'SOL')).toMatchObject({ memo: '421337', walletUri: null })
  })

  it('writes the smallest amounts out', async () => {
    server.coins = { btc: 0 }
    const invoice = await made(1)
    const first = await choose(invoice, 'BTC')
    expect(first).toMatchObject({ amount: '0.000065' })
    only().pay_amount = 1.2e-7 // as JSON writes it
    expect(await choose(invoice, 'BTC', first?.paymentId)).toMatchObject({ amount: '0.00000012' })
  })

  it.each<[string, number, string, string]>([
    ['too small', 1_000, 'ETH', 'too_small'],
    ['dropped by the provider', 1_000, 'DOGE', 'unavailable'],
    ['switched off', 1_000, 'LTC', 'unavailable'],
    ['not known', 1_000, 'BTC-LN', 'unavailable'],
  ])('refuses a coin that is %s, so that it can be told', async (_, cents, coin, reason) => {
    const refusal = await refusalOf(choose(await made(cents), coin))
    expect(refusal).toBeInstanceOf(CoinRefused)
    expect(refusal).toMatchObject({ reason, status: coin === 'BTC-LN' ? null : 400 })
  })

  it('uses the provider’s page when the response lacks the address', async () => {
    server.payIn.address = null
    expect(await choose(await made(), 'SOL')).toBeNull()
  })

  it('uses the provider’s page when the call or the invoice is unknown', async () => {
    expect(await choose({ providerInvoiceId: '1', amountCents: 1_000 }, 'SOL')).toBeNull()
    const invoice = await made()
    expect(await choose(invoice, 'SOL', 'none')).toBeNull()
    await server.fail(405, 1, 'POST')
    expect(await choose(invoice, 'SOL')).toBeNull()
  })

  it.each<Fault>([500, 429, 401, 'garbage', 'half', 'redirect', 'lost'])(
    'is asked for once alone, and tells of %j',
    async (fault) => {
      const invoice = await made()
      await server.fail(fault, 1, 'POST')
      const error = await refusalOf(choose(invoice, 'SOL'))
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).not.toBeInstanceOf(CoinRefused)
      expect(String(error)).not.toContain(server.settings.NOWPAYMENTS_API_KEY)
      expect(callsTo('/v1/invoice-payment')).toHaveLength(1)
    },
  )
})
