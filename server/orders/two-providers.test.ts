import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { NewInvoice } from '../payments/provider.ts'
import { checkout, referencesOf, statusOf, untilStatus } from '../testing/buying.ts'
import { type BtcpayServer, btcpayServer } from '../testing/fakes/btcpay-server.ts'
import { type NowpaymentsServer, nowpaymentsServer } from '../testing/fakes/nowpayments-server.ts'
import type { Fault } from '../testing/fakes/provider-server.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { passSeconds, returnToNow } from '../testing/fixtures/selling-store.ts'
import { freePort, openTestStore, type TestStore } from '../testing/store.ts'
import { ensureInvoiceAt, providerDeadline } from './checkout/invoice.ts'
import { findDifferences } from './settlement/find-differences.ts'
import { readBack } from './settlement/read-back.ts'

const ANY_INVOICE: NewInvoice = {
  reference: '',
  orderNumber: '',
  amountCents: 999,
  currency: 'USD',
  successUrl: '',
  cancelUrl: '',
  expiresInSeconds: 7_200,
}

let btcpay: BtcpayServer
let nowpayments: NowpaymentsServer
let test: TestStore
let game: TestGame

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  btcpay = await btcpayServer()
  btcpay.sendMessagesTo(url)
  nowpayments = await nowpaymentsServer()
  const { PAYMENT_PROVIDER: _, ...settings } = { ...btcpay.settings, ...nowpayments.settings }
  test = await openTestStore({
    settings: {
      ...settings,
      PAYMENT_PROVIDERS: 'btcpay,nowpayments',
      PORT: String(port),
      PUBLIC_URL: url,
      PAYMENT_POLL_SCALE: '1',
    },
  })
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})
/** Both providers work and are called again: the pauses after failures have passed. No message is sent: the tests read back by themselves. */
async function recover(): Promise<void> {
  for (const provider of [btcpay, nowpayments]) {
    provider.delivery = 'lost'
    await provider.heal()
  }
  passSeconds(30)
}
beforeAll(recover)
afterEach(recover)
afterAll(async () => {
  returnToNow()
  await test.close()
  await btcpay.close()
  await nowpayments.close()
})

async function buy(buyer: Person): Promise<string> {
  const answer = await checkout(buyer, game)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.orderId
}
const invoicesOf = (orderId: string) =>
  test.db
    .selectFrom('invoices')
    .select(['provider', 'provider_invoice_id as id', 'amount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
const providersOf = async (orderId: string) => (await invoicesOf(orderId)).map(({ provider }) => provider)
const at = (provider: string, orderId: string) =>
  ensureInvoiceAt(test.store, orderId, provider, providerDeadline())
const orderOf = (orderId: string) =>
  test.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
const casesOf = (orderId: string) =>
  test.db
    .selectFrom('payment_cases')
    .select(['kind', 'amount_cents'])
    .where('order_id', '=', orderId)
    .execute()
/** Share 1 is the invoice's full amount. */
async function payBtcpay(invoiceId: string, share = 1): Promise<void> {
  const invoice = btcpay.choose(invoiceId)
  await btcpay.see(invoice, share)
  await btcpay.confirm(invoice)
}
async function payNowpayments(invoiceId: string, share = 1): Promise<void> {
  const payment = await nowpayments.choose(invoiceId, 'sol')
  if (share === 1) return nowpayments.pay(payment)
  await nowpayments.change(payment, {
    payment_status: 'partially_paid',
    actually_paid: payment.pay_amount * share,
  })
}
const onlyInvoice = async (orderId: string) => (await invoicesOf(orderId))[0]?.id ?? ''
const look = (orderId: string) => readBack(test.store, orderId)
/** BTCPay fails until its circuit breaker opens, so it is no longer called. */
async function takeAway(fault: Fault): Promise<void> {
  await btcpay.fail(fault)
  const provider = test.store.providers.get('btcpay')
  while (provider?.health().state !== 'open')
    await provider?.createInvoice(ANY_INVOICE, providerDeadline()).catch(() => undefined)
}
async function expectPaidOnce(orderId: string): Promise<void> {
  expect((await orderOf(orderId)).status).toBe('PAID')
  const grants = await test.db.selectFrom('grants').select('id').where('order_id', '=', orderId).execute()
  expect(grants).toHaveLength(1)
  expect(await findDifferences(test.db)).toEqual([])
}

it('sells through the preferred provider, and through the other while that one is down', async () => {
  const june = await signedIn(test)
  const first = await buy(june)
  expect(await providersOf(first)).toEqual(['btcpay'])
  await payBtcpay(await onlyInvoice(first))
  await look(first)
  await expectPaidOnce(first)

  await btcpay.fail('refuse')
  const otto = await signedIn(test)
  const second = await buy(otto)
  expect(await providersOf(second)).toEqual(['nowpayments'])
  await payNowpayments(await onlyInvoice(second))
  await look(second)
  await expectPaidOnce(second)
})

it('skips a hanging provider after half of the time that two may take', async () => {
  const { timeout } = AbortSignal
  const limited = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 4_000 ? btcpay.timeout() : timeout.call(AbortSignal, ms)))
  await btcpay.fail('hang')
  const orderId = await buy(await signedIn(test))
  limited.mockRestore()
  expect(await providersOf(orderId)).toEqual(['nowpayments'])
})

it('counts money on an invoice whose response was lost before the click went to the other provider', async () => {
  await buy(await signedIn(test)) // a success, so earlier failures no longer count as consecutive
  await btcpay.fail('lost', 1, 'POST')
  const june = await signedIn(test)
  const orderId = await buy(june)
  expect(await providersOf(orderId)).toEqual(['nowpayments'])
  const [reference] = await referencesOf(test.db, orderId, 'btcpay')
  const [lost] = [...btcpay.invoices.values()].filter(({ metadata }) => metadata.orderId === reference)
  btcpay.delivery = 'sent' // of this invoice the store learns by messages alone
  await payBtcpay(lost?.id ?? '')
  await untilStatus(test, { orderId, invoiceId: lost?.id ?? '' }, 'PAID')
  await expectPaidOnce(orderId)
  expect(await casesOf(orderId)).toEqual([])
})

it('sends a buyer who returns while the provider is down to the other one', async () => {
  const june = await signedIn(test)
  const orderId = await buy(june)
  await takeAway(503)
  expect(await buy(june)).toBe(orderId)
  expect(await providersOf(orderId)).toEqual(['btcpay', 'nowpayments'])
})

it('answers 503 when both providers are down, charges nothing and shows no order', async () => {
  await btcpay.fail(500)
  await nowpayments.fail('refuse')
  const june = await signedIn(test)
  expect(await checkout(june, game)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect((await june.get('/api/orders')).body).toEqual([])
  await recover()
  await buy(june)
})

it('skips a provider for which the price is too small', async () => {
  const cheap = await addGame(test, {
    developerId: (await signedIn(test, 'developer')).id,
    priceCents: 100,
  })
  await btcpay.fail('refuse')
  const june = await signedIn(test)
  expect((await checkout(june, cheap)).status).toBe(503)
  await recover()
  const { body } = await checkout(june, cheap)
  expect(await providersOf(body.orderId)).toEqual(['btcpay'])
})

it('adds up a part at one provider and the rest at the other', async () => {
  const june = await signedIn(test)
  const orderId = await buy(june)
  await payBtcpay(await onlyInvoice(orderId), 0.6)
  await look(orderId)
  const rest = await at('nowpayments', orderId)
  expect(rest).toMatchObject({ provider: 'nowpayments', amountCents: 999 - 599 })
  await payNowpayments(rest.providerInvoiceId)
  await look(orderId)
  await expectPaidOnce(orderId)
  expect((await orderOf(orderId)).received_cents).toBe(999)
})

it('makes one invoice per order and provider, until a partial payment makes its amount too high', async () => {
  const orderId = await buy(await signedIn(test))
  const again = await Promise.all(Array.from({ length: 5 }, () => at('nowpayments', orderId)))
  expect(new Set(again.map(({ id }) => id)).size).toBe(1)
  expect(await at('btcpay', orderId)).toMatchObject({ providerInvoiceId: await onlyInvoice(orderId) })
  const [first] = again
  await payNowpayments(first?.providerInvoiceId ?? '', 0.5)
  await look(orderId)
  const rest = await at('nowpayments', orderId)
  expect(rest.id).not.toBe(first?.id)
  expect(rest.amountCents).toBe(999 - (await orderOf(orderId)).received_cents)
  await payNowpayments(rest.providerInvoiceId)
  await look(orderId)
  await expectPaidOnce(orderId)
  await expect(at('btcpay', orderId)).rejects.toMatchObject({ code: 'order_paid' })
  await expect(at('sandbox', orderId)).rejects.toMatchObject({ status: 404 })
})

it('asks for no second deposit at a provider that accepts none', async () => {
  await btcpay.fail('refuse')
  const june = await signedIn(test)
  const orderId = await buy(june)
  await payNowpayments(await onlyInvoice(orderId), 0.5)
  await look(orderId)
  await recover()
  const missingCents = 999 - (await orderOf(orderId)).received_cents
  expect(await buy(june)).toBe(orderId)
  const [, rest] = await invoicesOf(orderId)
  expect(rest).toMatchObject({ provider: 'btcpay', amount_cents: missingCents })
  const { body } = await june.post(`/api/orders/${orderId}/rest`)
  expect(body).toMatchObject({
    invoiceUrl: expect.stringContaining(rest?.id ?? ''),
    missing: missingCents / 100,
  })
  await payBtcpay(rest?.id ?? '')
  await look(orderId)
  await expectPaidOnce(orderId)
})

it('links to no page of a provider that would ask for more than the rest, or for a second deposit', async () => {
  const { body } = await checkout(await signedIn(test), game)
  const { orderId, payUrl } = body
  const linked = async () =>
    (await test.nobody.get(`/api/payments/${payUrl.split('/').at(-1)}`)).body.providerUrl
  const first = await onlyInvoice(orderId)
  const full = await at('nowpayments', orderId)
  expect(await linked()).toBe(full.url)
  await payBtcpay(first, 0.6)
  await look(orderId)
  expect(await linked()).toContain(first)
  const rest = await at('nowpayments', orderId)
  expect(await linked()).toBe(rest.url)
  await payNowpayments(rest.providerInvoiceId, 0.5)
  await look(orderId)
  expect(await linked()).toBeNull()
})

it('settles by the provider that responds and the other’s last reply, and asks that one again', async () => {
  const june = await signedIn(test)
  const orderId = await buy(june)
  await payBtcpay(await onlyInvoice(orderId), 0.6)
  await look(orderId)
  const rest = await at('nowpayments', orderId)
  await takeAway(500)
  await payNowpayments(rest.providerInvoiceId)
  await expect(look(orderId)).rejects.toThrow()
  expect(await orderOf(orderId)).toMatchObject({
    status: 'PAID',
    received_cents: 999,
    next_check_at: expect.any(Date),
  })
})

it('lets no order expire while one of its providers is down', async () => {
  const orderId = await buy(await signedIn(test))
  await at('nowpayments', orderId)
  await test.db
    .updateTable('orders')
    .set({ expires_at: new Date(0) })
    .where('id', '=', orderId)
    .execute()
  await takeAway(500)
  await expect(look(orderId)).rejects.toThrow()
  expect(await orderOf(orderId)).toMatchObject({ status: 'CREATED', next_check_at: expect.any(Date) })
  await recover()
  await look(orderId)
  expect(await orderOf(orderId)).toMatchObject({ status: 'EXPIRED', next_check_at: null })
})

it('accepts messages of the first provider after the order went to the other', async () => {
  const orderId = await buy(await signedIn(test))
  const first = await onlyInvoice(orderId)
  await at('nowpayments', orderId)
  btcpay.delivery = 'sent'
  await payBtcpay(first)
  await untilStatus(test, { orderId, invoiceId: first }, 'PAID')
  await expectPaidOnce(orderId)
})

it('opens a case for an order paid in full at both providers', async () => {
  const orderId = await buy(await signedIn(test))
  const first = await onlyInvoice(orderId)
  const second = await at('nowpayments', orderId)
  await payBtcpay(first)
  await look(orderId)
  await expectPaidOnce(orderId)
  await payNowpayments(second.providerInvoiceId)
  await look(orderId)
  expect(await casesOf(orderId)).toEqual([{ kind: 'overpaid', amount_cents: 999 }])
  expect(await statusOf(test, { orderId, invoiceId: '' })).toBe('PAID')
})

it('no provider is ever told the id of an order, whatever is asked of it', async () => {
  const june = await signedIn(test)
  const orderId = await buy(june)
  await payBtcpay(await onlyInvoice(orderId), 0.6)
  await look(orderId)
  await at('nowpayments', orderId)
  await look(orderId)
  const calls = [...btcpay.calls, ...nowpayments.calls]
  expect(calls.length).toBeGreaterThan(4)
  for (const { path, query, body } of calls) expect(`${path}?${query}${body}`).not.toContain(orderId)
  const [atBtcpay = '', ...more] = await referencesOf(test.db, orderId, 'btcpay')
  expect(more).toEqual([])
  const [atNowpayments = ''] = await referencesOf(test.db, orderId, 'nowpayments')
  expect(atBtcpay).not.toBe(atNowpayments)
  const { number } = await orderOf(orderId)
  const [made] = btcpay.calls.filter(({ body }) => body.includes(atBtcpay))
  expect(made?.body).toContain(`/return/${atBtcpay}`)
  expect(made?.body).toContain(`Order ${number}`)
})

/** An order as the previous version left it: each provider knows it by its id. */
async function fromBefore(orderId: string): Promise<void> {
  const names = await test.db
    .selectFrom('payment_references')
    .select('reference')
    .where('order_id', '=', orderId)
    .execute()
  for (const { reference } of names) {
    for (const invoice of btcpay.invoices.values())
      if (invoice.metadata.orderId === reference) invoice.metadata = { orderId }
    for (const invoice of nowpayments.invoices.values())
      if (invoice.order_id === reference) invoice.order_id = orderId
  }
  await test.db.deleteFrom('payment_references').where('order_id', '=', orderId).execute()
  await test.db.updateTable('orders').set({ id_at_providers: true }).where('id', '=', orderId).execute()
}

it.each(['btcpay', 'nowpayments'] as const)(
  'an unpaid invoice of %s from before references is found by the order’s id, paid in time, in part or late',
  async (provider) => {
    const pay = provider === 'btcpay' ? payBtcpay : payNowpayments
    const open = async () => {
      if (provider === 'nowpayments') await btcpay.fail('refuse')
      const orderId = await buy(await signedIn(test))
      await recover()
      expect(await providersOf(orderId)).toEqual([provider])
      await fromBefore(orderId)
      return orderId
    }
    const inTime = await open()
    await pay(await onlyInvoice(inTime))
    await look(inTime)
    await expectPaidOnce(inTime)

    const late = await open()
    await test.db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', late)
      .execute()
    await look(late)
    await pay(await onlyInvoice(late))
    await look(late)
    await expectPaidOnce(late)

    const half = await open()
    await pay(await onlyInvoice(half), 0.5)
    await look(half)
    const rest = await at('nowpayments', half)
    await payNowpayments(rest.providerInvoiceId)
    await look(half)
    await expectPaidOnce(half)
  },
)
