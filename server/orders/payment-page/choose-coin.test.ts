import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { play } from '../../sandbox/books.ts'
import { buy, type NewTestOrder } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { readBack } from '../settlement/read-back.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1000' } })
let developer: Person
beforeAll(async () => {
  developer = await signedIn(test, 'developer')
})

/** An order at $10.00. */
async function ordered() {
  const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
  const order = await buy(await signedIn(test), game)
  return { game, order }
}
const nowCosts = ({ id }: TestGame, cents: number) =>
  sql`update games set price_cents = ${cents} where id = ${id}`.execute(test.db)
const choose = ({ payToken }: NewTestOrder, coin: string) =>
  test.nobody.post(`/api/payments/${payToken}/coin`, { coin })
const endInvoices = ({ orderId }: NewTestOrder) =>
  sql`update invoices set expires_at = now() where order_id = ${orderId}`.execute(test.db)
const rowOf = ({ orderId }: NewTestOrder) =>
  test.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

it('does not extend an old price, however often coins are chosen and invoices made', async () => {
  const { game, order } = await ordered()
  expect((await choose(order, 'SOL')).status).toBe(200)
  const { expires_at, price_locked_until } = await rowOf(order)
  expect(price_locked_until).toEqual(expires_at)
  await nowCosts(game, 2_000)
  expect((await choose(order, 'LTC')).status).toBe(200)
  await endInvoices(order)
  expect((await choose(order, 'SOL')).status).toBe(200)
  expect(await rowOf(order)).toMatchObject({ expires_at, price_locked_until })
  await sql`update orders set expires_at = now(), price_locked_until = now() where id = ${order.orderId}`.execute(
    test.db,
  )
  await endInvoices(order)
  expect((await choose(order, 'LTC')).body.code).toBe('payment_closed')
})

it('shows no address for an expired order, though no read-back has closed it', async () => {
  const { order } = await ordered()
  expect((await choose(order, 'SOL')).status).toBe(200)
  await sql`update orders set expires_at = now() where id = ${order.orderId}`.execute(test.db)
  await endInvoices(order)
  expect((await choose(order, 'SOL')).body.code).toBe('payment_closed')
  await readBack(test.store, order.orderId)
  expect((await rowOf(order)).status).toBe('EXPIRED')
})

it('shows no address for a game that was taken down as illegal', async () => {
  const { game, order } = await ordered()
  expect((await choose(order, 'SOL')).body.chosen).not.toBeNull()
  await sql`update games set is_illegal = true, suspended_at = now() where id = ${game.id}`.execute(test.db)
  expect((await test.nobody.get(`/api/payments/${order.payToken}`)).body.chosen).toBeNull()
  expect((await choose(order, 'SOL')).body.code).toBe('payment_closed')
})

it('shows no address for the full price when a part came while it was being made', async () => {
  const { order } = await ordered()
  const provider = test.store.providers.get('sandbox')
  const { chooseCoin } = provider ?? {}
  if (!provider || !chooseCoin) throw new Error('the sandbox lets coins be chosen')
  provider.chooseCoin = async (...input) => {
    const full = await chooseCoin(...input)
    await play(test.db, order.invoiceId, 'underpay', undefined)
    await readBack(test.store, order.orderId)
    return full
  }
  const answer = await choose(order, 'SOL')
  provider.chooseCoin = chooseCoin
  expect(answer.body).toMatchObject({ state: 'partial', received: 6, missing: 4, chosen: null })
})

it('asks no provider for the coins of an order that is paid', async () => {
  const { order } = await ordered()
  await play(test.db, order.invoiceId, 'overpay', undefined)
  await readBack(test.store, order.orderId)
  expect((await rowOf(order)).status).toBe('PAID')
  const provider = test.store.providers.get('sandbox')
  if (!provider) throw new Error('the sandbox is in use')
  const { listCoins } = provider
  const asked: number[] = []
  provider.listCoins = async ({ amountCents }) => {
    asked.push(amountCents)
    return []
  }
  const { body } = await test.nobody.get(`/api/payments/${order.payToken}/coins`)
  if (listCoins) provider.listCoins = listCoins
  expect(asked).toEqual([])
  expect(body.coins).toEqual([])
})
