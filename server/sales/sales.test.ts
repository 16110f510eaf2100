import { OPEN_SALES_MAX } from '@nofiller/contract/sales/sale-rules'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buy, buyAndPay, checkout, simulate, untilStatus } from '../testing/buying.ts'
import { longLockTimeoutDatabase } from '../testing/database.ts'
import { createGame, editGame, filesJson } from '../testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aStore, eventually, type TestStore, useTestStore } from '../testing/store.ts'
import { updatePricesAt } from './update-prices.ts'

const test = useTestStore(async () => ({ database: await longLockTimeoutDatabase() }))
const developer = usePerson(test, 'developer')

const HOUR_MS = 3_600_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A sale of 30 % that runs for a day from now on, unless said otherwise. */
const aSale = (games: readonly TestGame[], changes: object = {}) => ({
  name: 'Autumn week',
  percent: 30,
  price: null,
  beginsAt: inMs(-1_000),
  endsAt: inMs(24 * HOUR_MS),
  gameIds: games.map(({ id }) => id),
  ...changes,
})

async function plan(seller: Person, games: readonly TestGame[], changes: object = {}): Promise<string> {
  const { status, body, text } = await seller.post('/api/dev/sales', aSale(games, changes))
  expect(status, text).toBe(200)
  return body._id
}

/** Moves the start or the end of a sale to a moment soon, and signals all processes. */
async function moveTo(id: string, column: 'begins_at' | 'ends_at', ms: number): Promise<Date> {
  const at = new Date(Date.now() + ms)
  await test.db
    .updateTable('sales')
    .set({ [column]: at })
    .where('id', '=', id)
    .execute()
  await test.forgetCatalog()
  return at
}

const end = (seller: Person, id: string) => seller.post(`/api/dev/sales/${id}/end`, {})
const shown = async ({ id }: { id: string }, store: TestStore = test) => {
  const { price, sale } = (await store.nobody.get(`/api/games/${id}`)).body
  return { price, sale }
}
const listed = async (id: string, seller = developer) =>
  (await seller.get('/api/dev/sales')).body.find((sale: { _id: string }) => sale._id === id)

describe('a sale', () => {
  it('shows the current and the previous price of a game everywhere, and buyers pay the current one', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_800, tags: ['Everywhere'] })
    const id = await plan(developer, [game])
    const sale = { listPrice: 18, percent: 30, endsAt: expect.any(String), lowestPrice: 18 }
    await eventually(async () => (await shown(game)).price === 12.6)
    expect((await shown(game)).sale).toEqual(sale)
    const [card] = (await test.nobody.get('/api/games?tag=Everywhere')).body
    expect(card).toMatchObject({ price: 12.6, sale })

    const buyer = await signedIn(test)
    expect((await checkout(buyer, game, [], { price: 18 })).body.code).toBe('price_changed')
    const order = await buyAndPay(test, buyer, game)
    const receipt = (await buyer.get(`/api/orders/${order.orderId}`)).body
    expect(receipt).toMatchObject({
      price: 12.6,
      items: [{ price: 12.6, listPrice: 18, reduction: { kind: 'sale', percent: 30, bundle: null } }],
    })
    expect(await listed(id)).toMatchObject({ state: 'running', sold: 1, revenue: 12.6 })

    expect((await end(developer, id)).status).toBe(200)
    await eventually(async () => (await shown(game)).price === 18)
    expect((await shown(game)).sale).toBe(null)
    expect(await listed(id)).toMatchObject({ state: 'ended', sold: 1 })
    expect((await end(developer, id)).body.code).toBe('sale_ended')
  })

  it('starts and ends automatically at its time, in every process and in lists', async () => {
    const other = await aStore({ database: { url: test.databaseUrl, drop: async () => undefined } })
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000, tags: ['Clockwork'] })
    const id = await plan(developer, [game], { beginsAt: inMs(HOUR_MS) })
    const prices = async () => {
      const lists = await Promise.all(
        [test, other].map(async ({ nobody }) => (await nobody.get('/api/games?tag=Clockwork')).body[0].price),
      )
      return [...lists, (await shown(game)).price, (await shown(game, other)).price]
    }
    expect(await prices()).toEqual([10, 10, 10, 10])
    const are = (expected: number) => async () => (await prices()).every((price) => price === expected)
    const beginsAt = await moveTo(id, 'begins_at', 500)
    await eventually(are(7))
    expect(Date.now()).toBeGreaterThanOrEqual(beginsAt.getTime())
    const endsAt = await moveTo(id, 'ends_at', 500)
    await eventually(are(10))
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime())
  })

  it('begins at its exact time, and a change sent meanwhile is refused', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const askedAt = Date.now()
    const id = await plan(developer, [game], { beginsAt: inMs(HOUR_MS) })
    const beginsAt = await moveTo(id, 'begins_at', 1_500 + 10 * (Date.now() - askedAt)) // on any machine in time
    const turning = updatePricesAt(test.store, beginsAt)
    const isLocked = async () =>
      (await test.sql`select from sales where id = ${id} for update skip locked`).length === 0
    await eventually(isLocked)
    const change = developer.post(`/api/dev/sales/${id}`, aSale([game], { percent: 90 }))
    expect((await shown(game)).price).toBe(10)
    expect(Date.now()).toBeLessThan(beginsAt.getTime())
    await turning
    expect(Date.now()).toBeGreaterThanOrEqual(beginsAt.getTime())
    await eventually(async () => (await shown(game)).price === 7)
    expect((await change).body.code).toBe('sale_began')
    const rows =
      await test.sql`select since from price_history where game_id = ${game.id} and price_cents = 700`
    expect(rows).toEqual([{ since: beginsAt }])
  })

  it('does not add up with another: the better one counts, and the other remains when it ends', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    await plan(developer, [game], { percent: 20 })
    const better = await plan(developer, [game], { percent: null, price: 6 })
    await eventually(async () => (await shown(game)).price === 6)
    expect((await shown(game)).sale.percent).toBe(40)
    await end(developer, better)
    await eventually(async () => (await shown(game)).price === 8)
  })

  it('follows a change of the list price, and shows the lowest price of the 30 days before it', async () => {
    const { body: made } = await createGame(developer, { price: '20.00' })
    const game = { ...made, id: made._id }
    const files = filesJson({ _id: made.gameFiles[0]._id })
    await test.sql`update price_history set since = since - interval '40 days' where game_id = ${game.id}`
    await test.sql`insert into price_history (game_id, since, price_cents) values
      (${game.id}, now() - interval '35 days', 900), (${game.id}, now() - interval '20 days', 1500),
      (${game.id}, now() - interval '10 days', 2000)`
    await plan(developer, [game], { percent: 50 })
    await eventually(async () => (await shown(game)).price === 10)
    expect((await shown(game)).sale).toMatchObject({ listPrice: 20, lowestPrice: 9 }) // it cost $9 when the 30 days started
    const { status, text } = await editGame(developer, game.id, { price: '30.00', gameFilesTempJson: files })
    expect(status, text).toBe(200)
    await eventually(async () => (await shown(game)).price === 15)
    expect((await shown(game)).sale).toMatchObject({ listPrice: 30, lowestPrice: 9 })
    await editGame(developer, game.id, { isFree: 'true', price: '0', gameFilesTempJson: files })
    await eventually(async () => (await shown(game)).price === 0)
    expect((await shown(game)).sale).toBe(null)
  })

  it('applies to an order that is open when it ends, and to none opened later', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const id = await plan(developer, [game])
    await eventually(async () => (await shown(game)).price === 7)
    const buyer = await signedIn(test)
    const order = await buy(buyer, game)
    await end(developer, id)
    await eventually(async () => (await shown(game)).price === 10)
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
    expect((await buyer.get(`/api/orders/${order.orderId}`)).body.price).toBe(7)
    const late = await signedIn(test)
    const full = await buy(late, game)
    expect((await late.get(`/api/orders/${full.orderId}`)).body.price).toBe(10)
  })

  it('appears in the basket, with the list price beside it', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const buyer = await signedIn(test)
    await buyer.post('/api/basket', { goods: [{ gameId: game.id }] })
    await plan(developer, [game])
    await eventually(async () => (await shown(game)).price === 7)
    const [item] = (await buyer.get('/api/basket')).body.items
    expect(item).toMatchObject({ price: 7, listPrice: 10, savedPrice: 10, state: 'cheaper' })
  })
})

describe('lists', () => {
  it('filter, count and sort by current prices', async () => {
    const seller = await signedIn(test, 'developer')
    const [half, tenth, full] = await Promise.all(
      [2_000, 1_500, 1_200].map((priceCents) =>
        addGame(test, { developerId: seller.id, priceCents, tags: ['Bazaar'] }),
      ),
    )
    if (!half || !tenth || !full) throw new Error('three games were added')
    await plan(seller, [half], { percent: 50 })
    await plan(seller, [tenth], { percent: 10 })
    await eventually(async () => (await shown(tenth)).price === 13.5 && (await shown(half)).price === 10)
    const ids = async (query: string) =>
      (await test.nobody.get(`/api/games?tag=Bazaar&${query}`)).body.map(({ _id }: { _id: string }) => _id)
    expect(await ids('sort=price')).toEqual([half.id, full.id, tenth.id])
    expect(await ids('sort=-price')).toEqual([tenth.id, full.id, half.id])
    expect(await ids('sort=discount')).toEqual([half.id, tenth.id, full.id])
    expect(await ids('sale=1&sort=discount')).toEqual([half.id, tenth.id])
    expect(await ids('price=-11')).toEqual([half.id])
    const facets = (await test.nobody.get('/api/games/facets?tag=Bazaar')).body
    expect(facets.sale).toEqual([{ value: '1', count: 2 }])
    expect((await test.nobody.get('/api/games/facets')).body.sale[0].count).toBeGreaterThanOrEqual(2)
  })
})

describe('a developer', () => {
  const refused = async (games: readonly TestGame[], changes: object) =>
    (await developer.post('/api/dev/sales', aSale(games, changes))).body

  it('gets a message for each invalid field', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000, title: 'Salt Road' })
    expect((await refused([game], { name: ' ' })).fields).toEqual({ name: 'Give the sale a name.' })
    expect((await refused([game], { price: 5 })).fields.price).toContain('not both')
    expect((await refused([game], { percent: null, price: 5.001 })).fields.price).toContain('cents')
    expect((await refused([game], { percent: null, price: 10 })).fields.gameIds).toBe(
      'This would not lower the price of Salt Road.',
    )
    const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
    expect((await refused([free], {})).fields.gameIds).toContain('not lower the price')
    expect((await shown(game)).sale).toBe(null)
  })

  it('cannot discount somebody else’s games, or change somebody else’s sales', async () => {
    const thief = await signedIn(test, 'developer')
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    expect((await thief.post('/api/dev/sales', aSale([game]))).status).toBe(404)
    const id = await plan(developer, [game], { beginsAt: inMs(HOUR_MS) })
    const own = await addGame(test, { developerId: thief.id, priceCents: 1_000 })
    expect((await thief.post(`/api/dev/sales/${id}`, aSale([own]))).status).toBe(404)
    expect((await thief.post(`/api/dev/sales/${id}/games`, { gameIds: [own.id] })).status).toBe(404)
    expect((await end(thief, id)).status).toBe(404)
    expect(await listed(id, thief)).toBeUndefined()
  })

  it('can change a sale until it begins, and cancel it', async () => {
    const game = await addGame(test, { developerId: developer.id, priceCents: 1_000 })
    const id = await plan(developer, [game], { beginsAt: inMs(HOUR_MS) })
    expect(await listed(id)).toMatchObject({ state: 'planned', percent: 30 })
    const change = (changes: object) => developer.post(`/api/dev/sales/${id}`, aSale([game], changes))
    expect((await change({ percent: 40, beginsAt: inMs(HOUR_MS) })).status).toBe(200)
    expect(await listed(id)).toMatchObject({ state: 'planned', percent: 40 })
    expect((await end(developer, id)).status).toBe(200)
    expect(await listed(id)).toBeUndefined()
    const started = await plan(developer, [game])
    const late = await developer.post(`/api/dev/sales/${started}`, aSale([game], { percent: 90 }))
    expect(late.body.code).toBe('sale_began')
  })

  it('has a limited number of open sales, even when making many at once', async () => {
    const seller = await signedIn(test, 'developer')
    const game = await addGame(test, { developerId: seller.id, priceCents: 1_000 })
    const beginsAt = inMs(HOUR_MS)
    const planned = { developer_id: seller.id, name: 'Planned', percent: 30, begins_at: new Date(beginsAt) }
    const ends_at = new Date(Date.parse(beginsAt) + HOUR_MS)
    const sales = Array.from({ length: OPEN_SALES_MAX - 3 }, () => ({ ...planned, id: uuid(), ends_at }))
    await test.db.insertInto('sales').values(sales).execute()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => seller.post('/api/dev/sales', aSale([game], { beginsAt }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.code === 'too_many_sales')).toHaveLength(5)
  })

  it('sees their share of a reduced price', async () => {
    const { body } = await developer.get('/api/dev/share?prices=1260,1800')
    expect(body).toEqual([
      { price: 12.6, share: 11.34 },
      { price: 18, share: 16.2 },
    ])
  })
})

describe('a store-wide sale', () => {
  it('includes only games whose developers take part and can leave at any time, and the store can end it', async () => {
    const admin = await signedIn(test, 'admin')
    const [mine, other] = [
      await addGame(test, { developerId: developer.id, priceCents: 1_000 }),
      await addGame(test, { developerId: developer.id, priceCents: 1_000 }),
    ]
    const { gameIds: _, ...body } = aSale([])
    expect((await developer.post('/api/admin/sales', body)).status).toBe(403)
    const { _id } = (await admin.post('/api/admin/sales', body)).body
    expect(await listed(_id)).toMatchObject({ isStoreWide: true, state: 'running', games: [] })
    expect((await shown(mine)).sale).toBe(null)
    const take = (gameIds: string[]) => developer.post(`/api/dev/sales/${_id}/games`, { gameIds })
    expect((await take([mine.id])).status).toBe(200)
    await eventually(async () => (await shown(mine)).price === 7)
    expect((await shown(other)).sale).toBe(null)
    expect((await take([])).status).toBe(200)
    await eventually(async () => (await shown(mine)).price === 10)
    await take([mine.id, other.id])
    await eventually(async () => (await shown(other)).price === 7)
    expect((await end(developer, _id)).status).toBe(403)
    expect((await end(admin, _id)).status).toBe(200)
    await eventually(async () => (await shown(other)).price === 10 && (await shown(mine)).price === 10)
  })
})
