import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout, type TestOrder, untilStatus } from '../../testing/buying.ts'
import { nowpaymentsServer } from '../../testing/fakes/nowpayments-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { openSellingStore, type SellingStore } from '../../testing/fixtures/selling-store.ts'
import { eventually, freePort, openTestStore } from '../../testing/store.ts'
import { findDifferences } from './find-differences.ts'
import { correctFee } from './ledger.ts'

let shop: SellingStore
beforeAll(async () => {
  shop = await openSellingStore('nowpayments')
})
afterAll(() => shop.close())

async function sale(): Promise<TestOrder> {
  const order = await shop.buy(await signedIn(shop.test))
  await shop.pay(order)
  await untilStatus(shop.test, order, 'PAID')
  await shop.test.drain() // another read-back would book the provider's fee again
  return order
}

const entriesOf = async ({ orderId }: TestOrder) =>
  (
    await shop.test.db
      .selectFrom('ledger_entries')
      .select(['booking', 'line', 'amount_cents'])
      .where('order_id', '=', orderId)
      .execute()
  )
    .map(({ booking, line, amount_cents }) => `${booking} ${line} ${amount_cents}`)
    .sort()

const learn = ({ orderId }: TestOrder, feeCents: number) =>
  shop.test.db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
    await correctFee(tx, orderId, feeCents)
  })

it('books the provider’s fee, as its payout shows', async () => {
  expect(await entriesOf(await sale())).toEqual([
    '0 developer_share -889',
    '0 gross 999',
    '0 platform_share -100',
    '0 provider_fee -10',
  ])
  expect(await findDifferences(shop.test.db)).toEqual([])
})

it('books a fee reported later as a balanced correction, once, and changes no existing line', async () => {
  const order = await sale()
  const before = await entriesOf(order)
  await learn(order, 110)
  await learn(order, 110)
  expect(await entriesOf(order)).toEqual([...before, '1 developer_share 100', '1 provider_fee -100'])
  await learn(order, 105)
  expect((await entriesOf(order)).slice(-2)).toEqual(['2 developer_share -5', '2 provider_fee 5'])
  expect(await findDifferences(shop.test.db)).toEqual([])
  await expect(
    shop.test.db
      .updateTable('ledger_entries')
      .set({ amount_cents: 1 })
      .where('order_id', '=', order.orderId)
      .execute(),
  ).rejects.toThrow('append-only')
})

it('takes a fee that exceeds the developer’s share from the store’s share', async () => {
  const order = await sale()
  await learn(order, 950)
  expect((await entriesOf(order)).slice(-3)).toEqual([
    '1 developer_share 889',
    '1 platform_share 51',
    '1 provider_fee -940',
  ])
})

it('refuses a correction that does not balance', async () => {
  const { orderId } = await sale()
  const line = { order_id: orderId, booking: 1, account: 'provider', developer_id: null }
  await expect(
    shop.test.db
      .insertInto('ledger_entries')
      .values({ ...line, line: 'provider_fee', amount_cents: -1 })
      .execute(),
  ).rejects.toThrow('do not balance')
})

it('learns of a payout that was unknown when the order was paid by the next message', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await nowpaymentsServer()
  const settings = { ...provider.settings, PORT: String(port), PUBLIC_URL: url, PAYMENT_POLL_SCALE: '1' }
  const test = await openTestStore({ settings })
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const { orderId } = (await checkout(await signedIn(test), game)).body
  const payment = await provider.choose([...provider.invoices.keys()][0] ?? '', 'sol')
  const feeOf = async () =>
    (
      await test.db
        .selectFrom('ledger_entries')
        .select('amount_cents')
        .where('order_id', '=', orderId)
        .where('line', '=', 'provider_fee')
        .execute()
    ).map((entry) => entry.amount_cents)

  await provider.change(payment, { payment_status: 'finished', actually_paid: payment.pay_amount })
  await untilStatus(test, { orderId, invoiceId: '' }, 'PAID')
  expect(await feeOf()).toEqual([])
  await provider.change(payment, { outcome_amount: 9.87 })
  await eventually(async () => (await feeOf()).length > 0)
  expect(await feeOf()).toEqual([-12])
  expect(await findDifferences(test.db)).toEqual([])
  await test.close()
  await provider.close()
})
