import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import type { SandboxEvent } from '@nofiller/contract/sandbox/sandbox'
import type { Client } from './client.ts'
import type { TestGame } from './fixtures/games.ts'
import type { Person } from './fixtures/people.ts'
import { eventually, type TestStore } from './store.ts'

/** Who buys: an account, signed in. */
export type Buyer = Client & Pick<Person, 'email'>
export type TestOrder = { orderId: string; invoiceId: string }
export type NewTestOrder = TestOrder & { payToken: string }

/** Opens an order through the API. */
export async function buy(
  buyer: Buyer,
  game: Pick<TestGame, 'id'>,
  extras: string[] = [],
): Promise<NewTestOrder> {
  const answer = await checkout(buyer, game, extras)
  if (answer.status !== 200) throw new Error(`checkout answered ${answer.status}: ${answer.text}`)
  const { orderId, invoiceUrl, payUrl } = answer.body
  return { orderId, invoiceId: invoiceUrl.split('/').at(-1), payToken: payUrl.split('/').at(-1) }
}

export const checkout = (
  buyer: Buyer,
  game: Pick<TestGame, 'id'>,
  extras: string[] = [],
  more: object = {},
) =>
  buyer.post('/api/checkout', {
    gameId: game.id,
    email: buyer.email,
    mode: extras.length > 0 ? 'extra' : 'base',
    ...(extras.length > 0 && { items: extras.map((fileId) => ({ fileId })) }),
    ...more,
  })

/** Plays the network of the built-in provider. */
export const simulate = (test: TestStore, { invoiceId }: TestOrder, event: SandboxEvent) =>
  test.nobody.post(`/sandbox/invoice/${invoiceId}/simulate`, { event })

export const statusOf = async (test: TestStore, { orderId }: TestOrder): Promise<OrderStatus> =>
  (await test.nobody.get(`/api/order-status/${orderId}`)).body.status

export const untilStatus = (test: TestStore, order: TestOrder, status: OrderStatus) =>
  eventually(async () => (await statusOf(test, order)) === status)

/** Buys, pays and waits for the grant. */
export async function buyAndPay(test: TestStore, buyer: Person, game: TestGame, extras: string[] = []) {
  const order = await buy(buyer, game, extras)
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  return order
}

/** Opens an order for goods of several games. */
export async function buyGoods(buyer: Buyer, goods: object[]): Promise<TestOrder> {
  const answer = await buyer.post('/api/checkout', { email: buyer.email, goods })
  if (answer.status !== 200) throw new Error(`checkout answered ${answer.status}: ${answer.text}`)
  return { orderId: answer.body.orderId, invoiceId: answer.body.invoiceUrl.split('/').at(-1) }
}

/** Pays an order, and waits for the grant and the emails. */
export async function pay(test: TestStore, order: TestOrder): Promise<TestOrder> {
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  await test.drain()
  return order
}

/** What providers call an order. */
export const calledAs = ({ db }: Pick<TestStore, 'db'>, orderId: string) =>
  db.selectFrom('payment_references').select('reference').where('order_id', '=', orderId)

/** The references by which one provider knows an order. */
export const referencesOf = async (db: TestStore['db'], orderId: string, provider: string) =>
  (await calledAs({ db }, orderId).where('provider', '=', provider).execute()).map(
    ({ reference }) => reference,
  )
