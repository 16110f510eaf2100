import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { play } from '../../sandbox/books.ts'
import { buy, type TestOrder } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { readBack } from '../settlement/read-back.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000' } })
let admin: Person
let developer: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  developer = await signedIn(test, 'developer')
})

/** An order at $10.00, for the base or an extra. */
async function ordered(goods: 'base' | 'extra' = 'base') {
  const files = [{ name: 'base.zip' }, { name: 'map.zip', customPriceCents: 1_000 }]
  const game = await addGame(test, { developerId: developer.id, priceCents: 1_000, files })
  const buyer = await signedIn(test)
  const order = await buy(buyer, game, goods === 'base' ? [] : [game.files[1]?.id ?? ''])
  return { game, buyer, order }
}
const nowCosts = async ({ id }: TestGame, cents: number) => {
  await sql`update games set price_cents = ${cents} where id = ${id}`.execute(test.db)
  await sql`update game_files set custom_price_cents = ${cents} where game_id = ${id} and custom_price_cents is not null`.execute(
    test.db,
  )
}
const end = async (order: TestOrder) => {
  await sql`update orders set expires_at = now() where id = ${order.orderId}`.execute(test.db)
  await readBack(test.store, order.orderId)
}
async function after(order: TestOrder, ...events: Parameters<typeof play>[2][]) {
  for (const event of events) await play(test.db, order.invoiceId, event, undefined)
  for (let looks = 0; looks < 2; looks += 1) await readBack(test.store, order.orderId)
}
const rowOf = ({ orderId }: TestOrder) =>
  test.db.selectFrom('orders').select(['status', 'flags']).where('id', '=', orderId).executeTakeFirstOrThrow()
const casesOf = async ({ orderId }: TestOrder) =>
  (await admin.get(`/api/admin/payment-cases?q=${orderId}`)).body

it.each(['base', 'extra'] as const)(
  'makes a case of money that comes for an old price after its order closed: %s',
  async (goods) => {
    const { game, buyer, order } = await ordered(goods)
    await end(order)
    await nowCosts(game, 2_000)
    await after(order, 'detect')
    expect(await rowOf(order)).toEqual({ status: 'EXPIRED', flags: [] }) // no email promises that it counts
    await after(order, 'pay')
    expect(await rowOf(order)).toEqual({ status: 'EXPIRED', flags: ['review'] })
    expect(await casesOf(order)).toMatchObject([
      { kind: 'old_price', amount: 10, nextStep: expect.stringContaining('doesn’t cover today’s price') },
    ])
    expect((await buyer.get('/api/library')).body).toEqual([])
    await test.drain()
    const emails = await test.mailsTo(buyer.email)
    const { number } = (await buyer.get(`/api/orders/${order.orderId}`)).body
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Your payment arrived after a price rose, order ${number}`,
    ])
    const anew = await buy(buyer, game, goods === 'base' ? [] : [game.files[1]?.id ?? ''])
    expect(anew.orderId).not.toBe(order.orderId)
    expect((await buyer.get(`/api/orders/${anew.orderId}`)).body.price).toBe(20)

    await nowCosts(game, 1_000) // support may have refunded the money meanwhile
    await after(order)
    expect((await rowOf(order)).status).toBe('EXPIRED')
  },
)

it('sells at the old price when the payment comes while the invoice is open, though the order was cancelled', async () => {
  const { game, buyer, order } = await ordered()
  await nowCosts(game, 2_000)
  await buy(buyer, game)
  expect((await rowOf(order)).status).toBe('CANCELLED')
  await after(order, 'pay')
  expect(await rowOf(order)).toEqual({ status: 'PAID', flags: ['late'] })
})

it('sells at the old price when the payment was detected in time and confirmed later', async () => {
  const { game, buyer, order } = await ordered()
  await nowCosts(game, 2_000)
  await buy(buyer, game)
  await after(order, 'detect')
  await end(order)
  await after(order, 'pay')
  expect((await rowOf(order)).status).toBe('PAID')
})

it('a late payment buys when it covers today’s price, or when the price did not rise', async () => {
  const covered = await ordered()
  await end(covered.order)
  await nowCosts(covered.game, 1_200)
  await after(covered.order, 'overpay') // $12.50
  expect((await rowOf(covered.order)).status).toBe('PAID')

  const cheaper = await ordered()
  await end(cheaper.order)
  await nowCosts(cheaper.game, 900)
  await after(cheaper.order, 'pay')
  expect((await rowOf(cheaper.order)).status).toBe('PAID')
})

it('lets no small payment hold an old price: there is no invoice for its rest', async () => {
  const { game, buyer, order } = await ordered()
  await end(order)
  await after(order, 'underpay', 'expire')
  await nowCosts(game, 2_000)
  expect((await buyer.post(`/api/orders/${order.orderId}/rest`)).body.code).toBe('order_closed')
})
