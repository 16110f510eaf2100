import { beforeAll, expect, it } from 'vitest'
import { play } from '../../sandbox/books.ts'
import { buy, buyAndPay, calledAs, type TestOrder } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { providerOf, useTestStore } from '../../testing/store.ts'
import { findDifferences } from '../settlement/find-differences.ts'
import { readBack } from '../settlement/read-back.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000' } })
let game: TestGame

beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
})

const rest = (buyer: Person, { orderId }: TestOrder) => buyer.post(`/api/orders/${orderId}/rest`)
const idOf = (invoiceUrl: string) => invoiceUrl.split('/').at(-1) ?? ''

async function after(order: TestOrder, ...events: Parameters<typeof play>[2][]) {
  for (const event of events) await play(test.db, order.invoiceId, event, undefined)
  await readBack(test.store, order.orderId)
}
const orderRow = ({ orderId }: TestOrder) =>
  test.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
const sandboxInvoices = ({ orderId }: TestOrder) =>
  test.db
    .selectFrom('sandbox_invoices')
    .select(['id', 'amount_cents'])
    .where('order_id', 'in', calledAs(test, orderId))
    .orderBy('created_at')
    .execute()

/** An order for 9.99 that received 5.99 before its invoice expired. */
async function shortOrder() {
  const buyer = await signedIn(test)
  const order = await buy(buyer, game)
  await after(order, 'underpay', 'expire')
  return { buyer, order }
}
/** The same with an invoice for the rest. */
async function withRest() {
  const { buyer, order } = await shortOrder()
  const { body } = await rest(buyer, order)
  return { buyer, order, second: { orderId: order.orderId, invoiceId: idOf(body.invoiceUrl) } }
}

it('shows the current invoice for the rest while it accepts money', async () => {
  const buyer = await signedIn(test)
  const order = await buy(buyer, game)
  await after(order, 'underpay')
  const { status, body } = await rest(buyer, order)
  expect(status).toBe(200)
  expect(body).toMatchObject({ invoiceUrl: expect.stringContaining(order.invoiceId), missing: 4 })
  await after(order, 'pay')
  expect((await orderRow(order)).status).toBe('PAID')
  expect((await rest(buyer, order)).body.code).toBe('order_paid')
})

it('makes an invoice for the rest when the first has ended, and sells when both together are enough', async () => {
  const { buyer, order, second } = await withRest()
  expect(second.invoiceId).not.toBe(order.invoiceId)
  expect(await sandboxInvoices(order)).toEqual([
    { id: order.invoiceId, amount_cents: 999 },
    { id: second.invoiceId, amount_cents: 400 },
  ])
  await after(second, 'detect')
  expect((await orderRow(order)).status).toBe('EXPIRED')
  await after(second, 'pay')
  expect(await orderRow(order)).toMatchObject({ status: 'PAID', received_cents: 999 })
  expect((await buyer.get('/api/library')).body).toHaveLength(1)
  const cases = await test.db
    .selectFrom('payment_cases')
    .select(['kind', 'note'])
    .where('order_id', '=', order.orderId)
    .execute()
  expect(cases).toEqual([{ kind: 'underpaid', note: 'The rest arrived, and the order is paid.' }])
  expect(await findDifferences(test.db)).toEqual([])
})

it('never has two open invoices for the rest, however many clicks', async () => {
  const { buyer, order } = await shortOrder()
  const answers = await Promise.all(Array.from({ length: 15 }, () => rest(buyer, order)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.body.invoiceUrl)).size).toBe(1)
  expect(await sandboxInvoices(order)).toHaveLength(2)
})

it('asks for the missing amount when the rest was underpaid as well', async () => {
  const { buyer, order, second } = await withRest()
  await after(second, 'underpay')
  expect((await rest(buyer, order)).body).toMatchObject({
    invoiceUrl: expect.stringContaining(second.invoiceId),
    missing: 1.6,
  })
  await after(second, 'expire')
  const { body } = await rest(buyer, order)
  const third = { orderId: order.orderId, invoiceId: idOf(body.invoiceUrl) }
  expect((await sandboxInvoices(order)).map((invoice) => invoice.amount_cents)).toEqual([999, 400, 160])
  await after(third, 'pay')
  expect((await orderRow(order)).status).toBe('PAID')
})

it('finds the invoice for the rest again when its response was lost', async () => {
  const { buyer, order } = await shortOrder()
  const provider = providerOf(test)
  const { createInvoice } = provider
  provider.createInvoice = async (...request) => {
    await createInvoice(...request)
    throw new Error('the answer got lost')
  }
  const lost = await rest(buyer, order)
  provider.createInvoice = createInvoice
  expect(lost).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  await readBack(test.store, order.orderId)
  expect((await orderRow(order)).flags).toEqual(['underpaid'])
  expect((await rest(buyer, order)).status).toBe(200)
  expect(await sandboxInvoices(order)).toHaveLength(2)
})

it('opens a case for late money on the first invoice after the rest was paid', async () => {
  const { order, second } = await withRest()
  await after(second, 'pay')
  await after(order, 'pay')
  const cases = await test.db
    .selectFrom('payment_cases')
    .select(['kind', 'amount_cents'])
    .where('order_id', '=', order.orderId)
    .where('resolved_at', 'is', null)
    .execute()
  expect(cases).toEqual([{ kind: 'overpaid', amount_cents: 400 }])
})

it('keeps an old order open, and looks often, as long as its invoice for the rest lives', async () => {
  const { buyer, order } = await shortOrder()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await test.db
    .updateTable('orders')
    .set({ created_at: daysAgo(7), expires_at: daysAgo(7) })
    .where('id', '=', order.orderId)
    .execute()
  await test.db
    .updateTable('invoices')
    .set({ created_at: daysAgo(7) })
    .where('order_id', '=', order.orderId)
    .execute()
  await rest(buyer, order)
  const { expires_at } = await orderRow(order)
  expect(expires_at.getTime()).toBeGreaterThan(Date.now() + 60 * 60_000)
  await readBack(test.store, order.orderId)
  const { next_check_at } = await orderRow(order)
  expect(next_check_at?.getTime()).toBeLessThan(Date.now() + 1_000 * 60_000) // a minute, at this test's scale
})

it('asks for no rest that no coin can pay, and names the support address', async () => {
  const { buyer, order } = await shortOrder()
  const provider = providerOf(test)
  const { minimumCents } = provider
  provider.minimumCents = async () => 450
  const answer = await rest(buyer, order)
  provider.minimumCents = minimumCents
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'rest_too_small',
      error:
        'The remaining $4.00 is below the smallest payment possible right now, $4.50. Write to support@example.test: your money is safe.',
    },
  })
})

it('asks for no rest while unconfirmed money may pay it', async () => {
  const { buyer, order } = await shortOrder()
  await after(order, 'detect')
  await test.db
    .updateTable('invoices')
    .set({ expires_at: new Date(0) })
    .where('order_id', '=', order.orderId)
    .execute()
  expect((await rest(buyer, order)).body.code).toBe('money_on_its_way')
})

it('asks for no rest of an order without money, one that is closed for good, or another buyer’s', async () => {
  const buyer = await signedIn(test)
  const untouched = await buy(buyer, game)
  expect((await rest(buyer, untouched)).body.code).toBe('no_confirmed_payment')
  const { buyer: other, order } = await shortOrder()
  expect((await rest(buyer, order)).status).toBe(404)
  expect((await rest(buyer, { ...order, orderId: 'nonsense' })).status).toBe(404)
  await test.db
    .updateTable('orders')
    .set({ expires_at: new Date(0) })
    .where('id', '=', order.orderId)
    .execute()
  await readBack(test.store, order.orderId)
  expect((await rest(other, order)).body.code).toBe('order_closed')
})

it('an underpaid order does not block a second order that is paid in full', async () => {
  const { buyer } = await shortOrder()
  const other = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  expect((await orderRow(await buyAndPay(test, buyer, other))).status).toBe('PAID')
})
