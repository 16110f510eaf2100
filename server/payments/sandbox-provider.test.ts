import { randomUUID } from 'node:crypto'
import { type SandboxEvent, SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { sandboxKeys } from '../sandbox/keys.ts'
import { useTestStore } from '../testing/store.ts'
import type { InvoiceRef, PaymentProvider } from './provider.ts'
import { CoinRefused, ProviderError } from './provider-http.ts'
import { sandboxProvider } from './sandbox-provider.ts'

const test = useTestStore()
let provider: Required<PaymentProvider>

beforeAll(async () => {
  const { config } = test.store
  const settings = { apiUrl: test.url, publicUrl: test.url, ...sandboxKeys(config) }
  provider = sandboxProvider(settings) as Required<PaymentProvider> // lists and chooses coins
})

type Made = InvoiceRef & { reference: string }
const soon = () => AbortSignal.timeout(60_000)

async function invoiceOf(amountCents: number): Promise<Made> {
  const reference = randomUUID()
  const { providerInvoiceId } = await provider.createInvoice(
    {
      reference,
      orderNumber: '8F3K-2Q9X',
      amountCents,
      currency: 'USD',
      successUrl: `${test.url}/return/none`,
      cancelUrl: `${test.url}/cancelled`,
      expiresInSeconds: 7_200,
    },
    soon(),
  )
  return { providerInvoiceId, amountCents, reference }
}
async function play({ providerInvoiceId }: Made, event: SandboxEvent): Promise<SandboxInvoice> {
  const answer = await test.nobody.post(`/sandbox/invoice/${providerInvoiceId}/simulate`, { event })
  if (answer.status !== 200) throw new Error(answer.text)
  return SandboxInvoice.parse(answer.body)
}
const choose = (invoice: Made, coin: string) => provider.chooseCoin(invoice, coin, null, soon())
const list = (invoice: Made) => provider.listCoins(invoice, soon())
const look = async ({ reference }: Made) => {
  const [snapshot] = await provider.readBack({ references: [reference], invoiceIds: [], paymentIds: [] })
  return snapshot
}
/** Moves the choice back in time by some minutes. */
const minutesPass = ({ providerInvoiceId }: Made, minutes: number) =>
  test.db
    .updateTable('sandbox_invoices')
    .set({ chosen_at: sql`chosen_at - make_interval(mins => ${minutes})` })
    .where('id', '=', providerInvoiceId)
    .execute()

it('lists its coins with amount, smallest payment and network fee', async () => {
  const offers = await list(await invoiceOf(2_000))
  expect(offers.map(({ coin }) => coin)).toEqual(['SOL', 'USDC-SOL', 'BTC', 'ETH', 'LTC', 'DOGE'])
  const offered = Object.fromEntries(offers.map(({ coin, ...offer }) => [coin, offer]))
  expect(offered['USDC-SOL']).toEqual({ amount: '20.00', minimumCents: 0, networkFeeCents: null })
  expect(offered.BTC).toMatchObject({ minimumCents: 500, networkFeeCents: 120 })
  expect(offered.ETH).toMatchObject({ minimumCents: 3_500 })
  expect(Number(offered.SOL?.amount)).toBeCloseTo(0.125, 2)
})

it('returns address, amount and a wallet link, valid for 20 minutes', async () => {
  const invoice = await invoiceOf(2_000)
  const before = Date.now()
  const chosen = await choose(invoice, 'USDC-SOL')
  expect(chosen).toMatchObject({ paymentId: invoice.providerInvoiceId, memo: null, amount: '20.00' })
  expect(chosen?.walletUri).toBe(
    `solana:${chosen?.address}?amount=20.00&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
  )
  const heldMs = (chosen?.validUntil?.getTime() ?? 0) - before
  expect(heldMs).toBeGreaterThan(19 * 60_000)
  expect(heldMs).toBeLessThan(21 * 60_000)
  expect(await look(invoice)).toMatchObject({ stage: 'waiting', payments: [{ coin: 'USDC-SOL' }] })
})

it('renews the amount at another rate, to the same address', async () => {
  const invoice = await invoiceOf(2_000)
  const first = await choose(invoice, 'SOL')
  await minutesPass(invoice, 21)
  const held = SandboxInvoice.parse(
    (await test.nobody.get(`/sandbox/invoice/${invoice.providerInvoiceId}/state`)).body,
  )
  expect(Date.parse(held.validUntil ?? '')).toBeLessThan(Date.now())
  const renewed = await choose(invoice, 'SOL')
  expect(renewed?.address).toBe(first?.address)
  expect(renewed?.amount).not.toBe(held.coinAmount)
  expect(renewed?.validUntil?.getTime()).toBeGreaterThan(Date.now())
})

it('gives each coin its own address in its network’s format', async () => {
  const invoice = await invoiceOf(5_000)
  const looks = { SOL: /^\w{32}$/, BTC: /^bc1q/, ETH: /^0x[0-9a-f]{40}$/, LTC: /^ltc1q/, DOGE: /^D/ }
  for (const [coin, shape] of Object.entries(looks))
    expect((await choose(invoice, coin))?.address).toMatch(shape)
})

it('asks for the rest after an underpayment, which a second payment settles', async () => {
  const invoice = await invoiceOf(2_000)
  await choose(invoice, 'USDC-SOL')
  await play(invoice, 'underpay')
  expect((await list(invoice)).find(({ coin }) => coin === 'USDC-SOL')?.amount).toBe('8.00')
  expect(await choose(invoice, 'USDC-SOL')).toMatchObject({ amount: '8.00' })
  expect(await look(invoice)).toMatchObject({ stage: 'partial', receivedCents: 1_200 })
  await play(invoice, 'pay')
  expect(await look(invoice)).toMatchObject({ stage: 'paid', receivedCents: 2_000 })
})

it('confirms a detected payment step by step, until it counts', async () => {
  const invoice = await invoiceOf(2_000)
  await choose(invoice, 'SOL')
  expect((await look(invoice))?.payments).toMatchObject([{ confirmations: null }])
  await play(invoice, 'detect')
  for (const count of [0, 8, 16, 24]) {
    expect(await look(invoice)).toMatchObject({
      stage: 'seen',
      receivedCents: 0,
      payments: [{ confirmed: false, confirmations: { count, needed: 32 } }],
    })
    await play(invoice, 'confirm')
  }
  expect(await look(invoice)).toMatchObject({
    stage: 'paid',
    receivedCents: 2_000,
    payments: [{ confirmed: true, confirmations: { count: 32, needed: 32 } }],
  })
})

it('confirms only detected payments', async () => {
  const invoice = await invoiceOf(2_000)
  await expect(play(invoice, 'confirm')).rejects.toThrow('no_payment_detected')
  await play(invoice, 'pay')
  await expect(play(invoice, 'confirm')).rejects.toThrow('invoice_ended')
})

it('refuses a coin with too high a minimum, or an unknown one', async () => {
  const invoice = await invoiceOf(3_499)
  const refusal = (coin: string) => choose(invoice, coin).catch((error: unknown) => error)
  expect(await refusal('ETH')).toMatchObject({ reason: 'too_small', status: 400 })
  expect(await refusal('XMR')).toMatchObject({ reason: 'unavailable' })
  expect(await refusal('ETH')).toBeInstanceOf(CoinRefused)
  expect(await look(invoice)).toMatchObject({ stage: 'new', payments: [] })
})

it.each(['pay', 'expire', 'fail', 'cancel'] as const)('offers nothing after %s', async (event) => {
  const invoice = await invoiceOf(2_000)
  await play(invoice, event)
  expect(await list(invoice)).toEqual([])
  expect(await choose(invoice, 'SOL')).toBeNull()
})

it('says so when there is no such invoice', async () => {
  const unknown = { providerInvoiceId: 'inv_/none', amountCents: 1, reference: 'none' }
  await expect(list(unknown)).rejects.toThrow(ProviderError)
  await expect(choose(unknown, 'SOL')).rejects.toThrow(ProviderError)
})
