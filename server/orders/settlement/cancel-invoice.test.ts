import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkout, referencesOf } from '../../testing/buying.ts'
import { type BtcpayInvoice, type BtcpayServer, btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, freePort, openTestStore, type TestStore } from '../../testing/store.ts'
import { readBack } from './read-back.ts'

let server: BtcpayServer
let test: TestStore
let game: TestGame
let june: Person

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  server = await btcpayServer()
  server.sendMessagesTo(url)
  const settings = { ...server.settings, PORT: String(port), PUBLIC_URL: url, PAYMENT_POLL_SCALE: '1' }
  test = await openTestStore({ settings })
})
beforeEach(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  june = await signedIn(test)
})
afterAll(async () => {
  await test.close()
  await server.close()
})

/** What the server calls each order. */
const references = new Map<string, string | undefined>()
async function buy(buyer = june): Promise<string> {
  const { orderId } = (await checkout(buyer, game)).body
  references.set(orderId, (await referencesOf(test.db, orderId, 'btcpay'))[0])
  return orderId
}
const invoicesOf = (orderId: string): BtcpayInvoice[] =>
  [...server.invoices.values()].filter(({ metadata }) => metadata.orderId === references.get(orderId))
const statesOf = (orderId: string) =>
  invoicesOf(orderId).map(({ status, additionalStatus }) => `${status}/${additionalStatus}`)
const orderOf = (orderId: string) =>
  test.db.selectFrom('orders').select(['status', 'flags']).where('id', '=', orderId).executeTakeFirstOrThrow()

/** A second invoice made by the store, as when the first one expired. */
async function addSecond(orderId: string): Promise<BtcpayInvoice> {
  const second = addOrphan(orderId)
  await test.db
    .insertInto('invoices')
    .values({
      id: crypto.randomUUID(),
      order_id: orderId,
      provider: 'btcpay',
      provider_invoice_id: second.id,
      url: second.checkoutLink,
      amount_cents: 999,
      expires_at: new Date(second.expirationTime * 1_000),
    })
    .execute()
  return second
}

/** Invoices that support makes on the server's own pages show their addresses at once, if the server is set that way. */
function addByHand(orderId: string, isLazy: boolean): BtcpayInvoice {
  return Object.assign(addOrphan(orderId), {
    checkout: { lazyPaymentMethods: isLazy },
    activated: !isLazy,
  })
}

/** An invoice that the store does not know, beside one that it does. */
function addOrphan(orderId: string): BtcpayInvoice {
  const [known] = invoicesOf(orderId)
  if (!known) throw new Error('there is no invoice')
  const untouched = { status: 'New', additionalStatus: 'None', payments: [] }
  const orphan = { ...known, ...untouched, id: `orphan-${orderId}`, createdTime: known.createdTime - 60 }
  server.invoices.set(orphan.id, orphan)
  return orphan
}

async function pay(invoice: BtcpayInvoice | undefined, orderId: string): Promise<void> {
  if (!invoice) throw new Error('there is no invoice')
  server.choose(invoice.id)
  await server.see(invoice)
  await server.confirm(invoice)
  await eventually(async () => (await orderOf(orderId)).status === 'PAID')
}

it('closes an untouched second invoice once the order is paid, without an email to the buyer', async () => {
  const orderId = await buy()
  await addSecond(orderId)
  await pay(invoicesOf(orderId)[0], orderId)
  await eventually(() => statesOf(orderId).includes('Invalid/Marked'))
  expect(statesOf(orderId)).toEqual(['Settled/None', 'Invalid/Marked'])
  await readBack(test.store, orderId)
  expect(await orderOf(orderId)).toEqual({ status: 'PAID', flags: [] })
})

it('keeps a second invoice open once the buyer chose a coin, and opens a case when it is paid as well', async () => {
  const orderId = await buy()
  const second = await addSecond(orderId)
  second.activated = true
  await pay(invoicesOf(orderId)[0], orderId)
  await readBack(test.store, orderId)
  expect(statesOf(orderId)).toEqual(['Settled/None', 'New/None'])
  await server.see(second)
  await server.confirm(second)
  const cases = () =>
    test.db.selectFrom('payment_cases').select('kind').where('order_id', '=', orderId).execute()
  await eventually(async () => (await cases()).length > 0)
  expect(await cases()).toEqual([{ kind: 'overpaid' }])
})

it.each([
  ['shows where to pay from its beginning', false],
  ['shows nothing before a coin is chosen', true],
])('leaves what support made by hand to support, when it %s', async (_, isLazy) => {
  const paid = await buy()
  addByHand(paid, isLazy)
  await pay(invoicesOf(paid)[0], paid)
  await readBack(test.store, paid)
  expect(statesOf(paid)).toEqual(['Settled/None', 'New/None'])

  const expired = await buy(await signedIn(test))
  for (const invoice of invoicesOf(expired)) await server.expire(invoice)
  await eventually(async () => (await orderOf(expired)).status === 'EXPIRED')
  const second = addByHand(expired, isLazy)
  await readBack(test.store, expired)
  expect(statesOf(expired)).toEqual(['Expired/None', 'New/None'])
  await pay(second, expired)
})

it('keeps the store’s second invoice open once it shows an address', async () => {
  const orderId = await buy()
  Object.assign(await addSecond(orderId), { checkout: { lazyPaymentMethods: false }, activated: true })
  await pay(invoicesOf(orderId)[0], orderId)
  await readBack(test.store, orderId)
  expect(statesOf(orderId)).toEqual(['Settled/None', 'New/None'])
})

it('closes the invoice of an order that was replaced at a new price', async () => {
  const old = await buy()
  await test.db.updateTable('games').set({ price_cents: 1_099 }).where('id', '=', game.id).execute()
  const orderId = await buy()
  expect(orderId).not.toBe(old)
  await readBack(test.store, old)
  expect(statesOf(old)).toEqual(['Invalid/Marked'])
  await readBack(test.store, old)
  expect(await orderOf(old)).toEqual({ status: 'CANCELLED', flags: [] })
  expect(statesOf(orderId)).toEqual(['New/None'])
})

it('uses the newest of several invoices whose responses were lost', async () => {
  const orderId = await buy()
  addOrphan(orderId)
  await test.db.deleteFrom('invoices').where('order_id', '=', orderId).execute()
  expect(await buy()).toBe(orderId)
  const invoices = test.db
    .selectFrom('invoices')
    .select('provider_invoice_id')
    .where('order_id', '=', orderId)
  expect(await invoices.execute()).toEqual([{ provider_invoice_id: invoicesOf(orderId)[0]?.id }])
  await pay(invoicesOf(orderId)[0], orderId)
})

it('keeps open the invoice for the rest of an order that has ended', async () => {
  const orderId = await buy()
  const [first] = invoicesOf(orderId)
  if (!first) throw new Error('there is no invoice')
  server.choose(first.id)
  await server.see(first, 0.6)
  await server.confirm(first)
  await server.expire(first)
  await eventually(async () => (await orderOf(orderId)).status === 'EXPIRED')
  expect((await june.post(`/api/orders/${orderId}/rest`)).status).toBe(200)
  await readBack(test.store, orderId)
  expect(statesOf(orderId)).toEqual(['Expired/PaidPartial', 'New/None'])
  await pay(invoicesOf(orderId)[1], orderId)
})

it('the sale goes on when the server does not let the store close an invoice, and the log says so', async () => {
  const orderId = await buy()
  await addSecond(orderId)
  await server.fail(403, 1, 'POST')
  await pay(invoicesOf(orderId)[0], orderId)
  await eventually(() => test.logged.some((line) => line.includes('could not be closed')))
  expect(statesOf(orderId)).toEqual(['Settled/None', 'New/None'])
  await server.heal()
})
