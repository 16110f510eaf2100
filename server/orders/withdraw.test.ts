import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BtcpayInvoice, type BtcpayServer, btcpayServer } from '../testing/btcpay-server.ts'
import { checkout } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/games.ts'
import { type Person, signedIn } from '../testing/people.ts'
import { eventually, freePort, openTestStore, type TestStore } from '../testing/store.ts'
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

const buy = async (): Promise<string> => (await checkout(june, game)).body.orderId
const invoicesOf = (orderId: string): BtcpayInvoice[] =>
  [...server.invoices.values()].filter(({ metadata }) => metadata.orderId === orderId)
const statesOf = (orderId: string) =>
  invoicesOf(orderId).map(({ status, additionalStatus }) => `${status}/${additionalStatus}`)
const orderOf = (orderId: string) =>
  test.db.selectFrom('orders').select(['status', 'flags']).where('id', '=', orderId).executeTakeFirstOrThrow()

/** An invoice whose answer got lost on its way, beside the one that the store knows. */
function addOrphan(orderId: string): BtcpayInvoice {
  const [known] = invoicesOf(orderId)
  if (!known) throw new Error('there is no invoice')
  const orphan = { ...known, id: `orphan-${orderId}`, payments: [], createdTime: known.createdTime - 60 }
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

it('closes an untouched second invoice once the order is paid, and says nothing of it to the buyer', async () => {
  const orderId = await buy()
  addOrphan(orderId)
  await pay(invoicesOf(orderId)[0], orderId)
  await eventually(() => statesOf(orderId).includes('Invalid/Marked'))
  expect(statesOf(orderId)).toEqual(['Settled/None', 'Invalid/Marked'])
  await readBack(test.store, orderId)
  expect(await orderOf(orderId)).toEqual({ status: 'PAID', flags: [] })
})

it('leaves a second invoice on which the buyer chose a coin, and opens a case when it is paid as well', async () => {
  const orderId = await buy()
  const orphan = addOrphan(orderId)
  orphan.activated = true
  await pay(invoicesOf(orderId)[0], orderId)
  await readBack(test.store, orderId)
  expect(statesOf(orderId)).toEqual(['Settled/None', 'New/None'])
  await server.see(orphan)
  await server.confirm(orphan)
  const cases = () =>
    test.db.selectFrom('payment_cases').select('kind').where('order_id', '=', orderId).execute()
  await eventually(async () => (await cases()).length > 0)
  expect(await cases()).toEqual([{ kind: 'overpaid' }])
})

it('closes the invoice of an order that made room for one at a new price', async () => {
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

it('takes the newest of several invoices whose answers got lost, and closes the others', async () => {
  const orderId = await buy()
  const orphan = addOrphan(orderId)
  await test.db.deleteFrom('invoices').where('order_id', '=', orderId).execute()
  expect(await buy()).toBe(orderId)
  await eventually(() => orphan.status === 'Invalid')
  expect(statesOf(orderId)).toEqual(['New/None', 'Invalid/Marked'])
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

it('sells on when the server does not let the store close an invoice, and says so in the log', async () => {
  const orderId = await buy()
  addOrphan(orderId)
  await server.fail(403, 1, 'POST')
  await pay(invoicesOf(orderId)[0], orderId)
  await eventually(() => test.logged.some((line) => line.includes('could not be closed')))
  expect(statesOf(orderId)).toEqual(['Settled/None', 'New/None'])
  await server.heal()
})
