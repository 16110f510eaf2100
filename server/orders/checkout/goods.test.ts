import { orderNumberIn } from '@nofiller/contract/orders/order-number'
import { beforeAll, expect, it } from 'vitest'
import { buyGoods, pay, statusOf } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { findDifferences } from '../settlement/find-differences.ts'

const test = useTestStore()
let june: Person
let velvet: TestGame
let ninth: TestGame
let developers: Person[]
beforeAll(async () => {
  developers = [await signedIn(test, 'developer'), await signedIn(test, 'developer')]
  const [first = june, second = june] = developers
  velvet = await addGame(test, {
    developerId: first.id,
    priceCents: 1260,
    title: 'Velvet Orbit',
    files: [{}, { customPriceCents: 400 }],
  })
  ninth = await addGame(test, { developerId: second.id, priceCents: 1699, title: 'Ninth Arch' })
})

const extraOf = (game: TestGame): string => game.files[1]?.id ?? ''
const all = () => [
  { gameId: velvet.id },
  { gameId: velvet.id, fileId: extraOf(velvet) },
  { gameId: ninth.id },
]
const send = (buyer: Person, goods: object[]) => buyer.post('/api/checkout', { email: buyer.email, goods })

it('one payment buys a game, its extra and the game of another developer, with a download for each', async () => {
  june = await signedIn(test)
  const order = await buyGoods(june, all())
  await pay(test, order)
  const { body } = await june.get(`/api/orders/${order.orderId}`)
  expect(body).toMatchObject({
    price: 33.59,
    basePurchased: true,
    game: { _id: velvet.id },
    title: 'Velvet Orbit and 1 more',
  })
  expect(orderNumberIn(body.number)).toBe(body.number)
  expect(body.items.map((item: { price: number }) => item.price)).toEqual([12.6, 4, 16.99])
  const links = body.items.map((item: { downloadUrl: string }) => item.downloadUrl)
  expect(new Set(links).size).toBe(3)
  expect(links[0]).toBe(body.downloadUrl)
  for (const link of links) expect((await fetch(link)).status).toBe(200)
  expect((await june.get('/api/library')).body).toHaveLength(2)
  expect(await findDifferences(test.db)).toEqual([])
})

it('splits an order to the cent: each developer’s balance is that of their items', async () => {
  const balances = await Promise.all(developers.map((developer) => developer.get('/api/dev/balance')))
  expect(balances.map(({ body }) => body)).toMatchObject([
    { balance: 14.86, gross: 16.6, orders: 1 },
    { balance: 15.2, gross: 16.99, orders: 1 },
  ])
})

it('emails one receipt with all items, the number and the total', async () => {
  const [receipt] = await test.mailsTo(june.email)
  const [order] = (await june.get('/api/orders')).body
  expect(receipt?.subject).toBe(`Your receipt, order ${order.number}`)
  for (const line of ['$12.60', '$4.00', '$16.99', '$33.59', 'Order: ']) expect(receipt?.text).toContain(line)
})

it('finds an order by its number, however it is typed, and by the title of any of its games', async () => {
  const [order] = (await june.get('/api/orders')).body
  const typed = order.number.toLowerCase().replace('-', ' ')
  for (const q of [order.number, typed, 'Ninth Arch', order.orderId])
    expect((await june.get(`/api/orders?q=${encodeURIComponent(q)}`)).body).toMatchObject([
      { number: order.number },
    ])
  const stranger = await signedIn(test)
  expect((await stranger.get(`/api/orders?q=${order.number}`)).body).toEqual([])
  for (const path of ['/api/orders/', '/api/order-status/'])
    expect((await june.get(path + order.number)).status).toBe(404)
})

it('answers the same set of goods with the order that is open, whatever their order', async () => {
  const buyer = await signedIn(test)
  const order = await buyGoods(buyer, all())
  expect(await buyGoods(buyer, all().reverse())).toEqual(order)
})

it('an order that shares goods with an open one cancels it; paying both opens a case for the shared goods', async () => {
  const buyer = await signedIn(test)
  const first = await buyGoods(buyer, [{ gameId: velvet.id }, { gameId: ninth.id }])
  const second = await buyGoods(buyer, [{ gameId: ninth.id }])
  expect(await statusOf(test, first)).toBe('CANCELLED')
  await pay(test, first)
  await pay(test, second)
  const cases = await test.db
    .selectFrom('payment_cases')
    .select(['order_id', 'kind', 'amount_cents'])
    .where('order_id', 'in', [first.orderId, second.orderId])
    .execute()
  expect(cases).toEqual([{ order_id: second.orderId, kind: 'paid_twice', amount_cents: 1_699 }])
  expect((await buyer.get('/api/library')).body).toHaveLength(2)
  expect(await findDifferences(test.db)).toEqual([])
})

it('refuses goods that cannot be bought, with a sentence each, and opens no order', async () => {
  const buyer = await signedIn(test)
  const owner = developers[0] ?? buyer
  const free = await addGame(test, { developerId: owner.id, priceCents: 0 })
  const refusals: [Person, object[], number, string][] = [
    [buyer, [{ gameId: velvet.id }, { gameId: velvet.id }], 400, 'bad_items'],
    [buyer, Array.from({ length: 51 }, () => ({ gameId: velvet.id })), 400, 'bad_request'],
    [buyer, [], 422, 'invalid_fields'],
    [
      buyer,
      [
        { gameId: velvet.id, price: 12.6 },
        { gameId: ninth.id, price: 1 },
      ],
      409,
      'price_changed',
    ],
    [buyer, [{ gameId: velvet.id }, { gameId: free.id }], 400, 'game_is_free'],
    [buyer, [{ gameId: ninth.id, fileId: extraOf(velvet) }], 400, 'bad_items'],
    [owner, [{ gameId: ninth.id }, { gameId: velvet.id }], 409, 'own_game'],
    [june, [{ gameId: velvet.id }], 409, 'already_owned'],
  ]
  for (const [who, goods, status, code] of refusals) {
    const answer = await send(who, goods)
    expect([answer.status, answer.body.code ?? answer.body.error], JSON.stringify(goods)).toEqual([
      status,
      code,
    ])
  }
  expect((await buyer.get('/api/orders')).body).toEqual([])
})
