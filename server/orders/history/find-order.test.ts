import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay, simulate, untilStatus } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
let game: TestGame
let june: Person
let developer: Person

beforeAll(async () => {
  developer = await signedIn(test, 'developer')
  june = await signedIn(test)
  game = await addGame(test, { developerId: developer.id })
})

const detail = async (who: Person, orderId: string) => (await who.get(`/api/orders/${orderId}`)).body

it('tells the whole story of a paid order', async () => {
  const order = await buyAndPay(test, june, game)
  const shown = await detail(june, order.orderId)
  expect(shown).toMatchObject({ status: 'PAID', price: 9.99, received: 9.99, missing: 0 })
  expect(shown.developer).toBe(developer.username)
  const kinds = shown.events.map((event: { kind: string }) => event.kind)
  for (const kind of ['CREATED', 'coin_chosen', 'payment_seen', 'payment_confirmed', 'PAID', 'delivered'])
    expect(kinds.filter((each: string) => each === kind)).toHaveLength(1)
  expect(kinds.at(0)).toBe('CREATED')
  expect(kinds.at(-1)).toBe('delivered')
  const times = shown.events.map((event: { at: string }) => event.at)
  expect(times).toEqual([...times].sort())
  expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(shown.payments).toHaveLength(1)
  expect(shown.payments[0]).toMatchObject({ coin: 'SOL', amount: 9.99, confirmed: true })
  expect(shown.payments[0].transactionId).toEqual(expect.any(String))
})

it('shows the missing amount of an order once a part has come', async () => {
  const buyer = await signedIn(test)
  const order = await buy(buyer, game)
  expect(await detail(buyer, order.orderId)).toMatchObject({ received: 0, missing: 0, payments: [] })
  await simulate(test, order, 'underpay')
  await untilStatus(test, order, 'PENDING')
  const partly = await eventually(async () => {
    const shown = await detail(buyer, order.orderId)
    return shown.flags.includes('underpaid') && shown
  })
  expect(partly).toMatchObject({ received: 5.99, missing: 4 })
  expect((await buyer.get('/api/orders')).body[0]).toMatchObject({ received: 5.99, flags: ['underpaid'] })
})

it('counts money that is not confirmed as neither received nor missing', async () => {
  const buyer = await signedIn(test)
  const order = await buy(buyer, game)
  await simulate(test, order, 'detect')
  await untilStatus(test, order, 'PENDING')
  const shown = await detail(buyer, order.orderId)
  expect(shown).toMatchObject({ received: 0, missing: 0 })
  expect(shown.payments[0]).toMatchObject({ confirmed: false })
})

it('only the buyer and an admin can read an order', async () => {
  const { orderId } = await buy(await signedIn(test), game)
  const admin = await signedIn(test, 'admin')
  expect((await admin.get(`/api/orders/${orderId}`)).status).toBe(200)
  expect((await june.get(`/api/orders/${orderId}`)).status).toBe(404)
  expect((await developer.get(`/api/orders/${orderId}`)).status).toBe(404)
})

it('names the buyer of an order only to an admin', async () => {
  const buyer = await signedIn(test)
  const { orderId } = await buy(buyer, game)
  expect((await detail(buyer, orderId)).buyer).toBeNull()
  expect((await detail(await signedIn(test, 'admin'), orderId)).buyer).toEqual({
    _id: buyer.id,
    username: buyer.username,
  })
})
