import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BtcpayInvoice, type BtcpayServer, btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import type { Fault } from '../../testing/fakes/provider-server.ts'
import type { PaymentProvider } from '../provider.ts'
import { CoinRefused } from '../provider-http.ts'
import { btcpayProvider } from './btcpay-provider.ts'

let server: BtcpayServer
let provider: Required<PaymentProvider>

const OTHERS = [
  { paymentMethodId: 'BTC-LN', currency: 'BTC', rate: 90_000, fee: '0', link: 'lightning' },
  { paymentMethodId: 'BTC-LNURL', currency: 'BTC', rate: 90_000, fee: '0', link: 'lightning' },
  { paymentMethodId: 'LTC-CHAIN', currency: 'LTC', rate: 100, fee: '0.00015', link: 'litecoin' },
  { paymentMethodId: 'XMR-CHAIN', currency: 'XMR', rate: 300, fee: '0', link: 'javascript' },
  { paymentMethodId: 'SomePlugin', currency: 'ABC', rate: 1, fee: '0', link: 'abc' },
]

beforeEach(async () => {
  server = await btcpayServer()
  server.delivery = 'lost'
  server.otherMethods = OTHERS
  provider = btcpayProvider({
    url: server.url,
    publicUrl: 'https://store.example',
    apiKey: server.settings.BTCPAY_API_KEY ?? '',
    storeId: server.storeId,
    webhookSecret: server.settings.BTCPAY_WEBHOOK_SECRET ?? '',
    tolerancePercent: 1,
    readsPerSecond: 1_000,
  }) as Required<PaymentProvider> // it has every member
})
afterEach(() => server.close())

const soon = () => AbortSignal.timeout(60_000)
async function made(): Promise<BtcpayInvoice> {
  const { providerInvoiceId } = await provider.createInvoice(
    {
      reference: 'q1ZxT0b7Rk2mYc9dVw3LhA',
      orderNumber: '8F3K-2Q9X',
      amountCents: 900,
      currency: 'USD',
      successUrl: 'https://store.example/thank-you',
      cancelUrl: 'https://store.example/cancelled',
      expiresInSeconds: 7_200,
    },
    soon(),
  )
  const invoice = server.invoices.get(providerInvoiceId)
  if (!invoice) throw new Error('no invoice was made')
  return invoice
}
const ref = ({ id }: BtcpayInvoice) => ({ providerInvoiceId: id, amountCents: 900 })
const list = (invoice: BtcpayInvoice) => provider.listCoins(ref(invoice), soon())
const choose = (invoice: BtcpayInvoice, coin: string) => provider.chooseCoin(ref(invoice), coin, null, soon())
const activations = () => server.calls.filter(({ path }) => path.endsWith('/activate'))

it('lists every method before one is activated, under the names of the store', async () => {
  const none = { minimumCents: 0, networkFeeCents: null }
  expect(await list(await made())).toEqual([
    { coin: 'BTC', amount: '0.0001', ...none },
    { coin: 'BTC-LN', amount: '0.0001', ...none },
    { coin: 'LTC', amount: '0.09', ...none, networkFeeCents: 2 },
    { coin: 'XMR', amount: '0.03', ...none },
    { coin: 'ABC', amount: '9', ...none },
  ])
  expect(activations()).toEqual([])
})

it('creates only the address of the chosen coin', async () => {
  const invoice = await made()
  expect(await choose(invoice, 'LTC')).toEqual({
    paymentId: null,
    address: 'LTC-CHAIN-demo',
    memo: null,
    amount: '0.09',
    walletUri: 'litecoin:LTC-CHAIN-demo',
    validUntil: null,
  })
  expect(invoice).toMatchObject({ activated: false, alsoActivated: ['LTC-CHAIN'] })
  await choose(invoice, 'LTC')
  expect(activations()).toHaveLength(1)
  const [snapshot] = await provider.readBack({ references: [], invoiceIds: [invoice.id], paymentIds: [] })
  expect(snapshot).toMatchObject({ stage: 'waiting' })
})

it('tells Lightning from the network, and lets no other link through than a wallet’s', async () => {
  const invoice = await made()
  expect(await choose(invoice, 'BTC-LN')).toMatchObject({ walletUri: 'lightning:BTC-LN-demo' })
  expect(await choose(invoice, 'BTC')).toMatchObject({ walletUri: 'bitcoin:bcrt1qdemo' })
  expect(await choose(invoice, 'XMR')).toMatchObject({ address: 'XMR-CHAIN-demo', walletUri: null })
})

it('asks for the rest after a part, in every coin', async () => {
  const invoice = await made()
  await choose(invoice, 'BTC')
  await server.see(invoice, 0.4)
  await server.confirm(invoice)
  expect(await list(invoice)).toContainEqual(expect.objectContaining({ coin: 'LTC', amount: '0.054' }))
  expect(await choose(invoice, 'BTC')).toMatchObject({ amount: '0.00006' })
})

it.each<[string, (invoice: BtcpayInvoice) => unknown]>([
  ['has expired', (invoice) => server.expire(invoice)],
  ['is paid', async (invoice) => server.see(invoice).then(() => server.confirm(invoice))],
  ['was seen to be paid', (invoice) => server.see(invoice)],
  ['was called off', (invoice) => server.mark(invoice, 'Invalid')],
  ['is a top-up', (invoice) => Object.assign(invoice, { type: 'TopUp' })],
  ['is of another store', (invoice) => Object.assign(invoice, { storeId: 'another' })],
  ['is not known', (invoice) => server.invoices.delete(invoice.id)],
])('offers nothing for an invoice that %s', async (_, happens) => {
  const invoice = await made()
  await happens(invoice)
  expect(await list(invoice)).toEqual([])
  expect(await choose(invoice, 'BTC')).toBeNull()
  expect(activations()).toEqual([])
})

it('refuses a coin that the invoice does not accept', async () => {
  const refusal = await choose(await made(), 'DOGE').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(CoinRefused)
  expect(refusal).toMatchObject({ reason: 'unavailable' })
})

describe('when the server is not well', () => {
  it.each(['without wallet', 'refused'] as const)(
    'leaves an activation %s to its own page',
    async (activation) => {
      server.activation = activation
      expect(await choose(await made(), 'LTC')).toBeNull()
    },
  )

  it('lists the coins on a retry', async () => {
    const invoice = await made()
    await server.fail(500, 2, 'GET')
    expect(await list(invoice)).toHaveLength(5)
  })

  it.each<Fault>([500, 429, 'redirect', 'lost'])('activates once alone, and tells of %j', async (fault) => {
    const invoice = await made()
    await server.fail(fault, 1, 'POST')
    await expect(choose(invoice, 'LTC')).rejects.toThrow(/^the provider/)
    expect(activations()).toHaveLength(1)
  })

  it('R4 does not wait for a response that never comes', async () => {
    const invoice = await made()
    await server.fail('hang')
    await expect(provider.listCoins(ref(invoice), server.timeout())).rejects.toThrow('could not be')
  })
})
