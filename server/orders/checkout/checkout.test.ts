import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay, calledAs, checkout, simulate, statusOf, untilStatus } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { providerOf, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
let developer: Person
let game: TestGame

beforeAll(async () => {
  developer = await signedIn(test, 'developer')
  game = await addGame(test, {
    developerId: developer.id,
    files: [{ name: 'base.zip' }, { name: 'artbook.zip', customPriceCents: 400 }],
  })
})

const extraId = () => game.files[1]?.id ?? ''
const rowsOf = (table: 'grants' | 'ledger_entries' | 'orders' | 'invoices', orderId: string) =>
  test.store.db
    .selectFrom(table)
    .selectAll()
    .where(table === 'orders' ? 'id' : 'order_id', '=', orderId)
    .execute()

it('takes a buyer from checkout to the bytes, with receipt, library and mail', async () => {
  const june = await signedIn(test)
  const order = await buy(june, game)
  expect(await statusOf(test, order)).toBe('CREATED')
  await simulate(test, order, 'detect')
  await untilStatus(test, order, 'PENDING')
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')

  const { downloadUrl } = (await test.nobody.get(`/api/order-status/${order.orderId}`)).body
  const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())
  expect(bytes.equals(game.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true)

  const library = (await june.get('/api/library')).body
  expect(library).toMatchObject([{ gameId: game.id, baseOwned: true, extrasOwnedFileIds: [] }])
  const receipt = (await june.get(`/api/orders/${order.orderId}`)).body
  expect(receipt).toMatchObject({ status: 'PAID', price: 9.99, items: [{ type: 'base', price: 9.99 }] })
  await test.drain()
  const [mail, ...others] = await test.mailsTo(june.email)
  expect(mail?.text).toContain(order.orderId)
  expect(others).toEqual([])
})

it('sells an extra alone, for its own price', async () => {
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const order = await buyAndPay(test, june, game, [extraId()])
  expect((await june.get(`/api/orders/${order.orderId}`)).body).toMatchObject({
    price: 4,
    items: [{ type: 'extra' }],
  })
  const entry = (await june.get(`/api/library?gameId=${game.id}`)).body[0]
  expect(entry.extrasOwnedFileIds).toEqual([extraId()])
})

it('C1 sells several extras in one order, at the sum of their prices in the store', async () => {
  const [songs, map] = [
    { name: 'songs.zip', customPriceCents: 10 },
    { name: 'map.zip', customPriceCents: 1_698 },
  ]
  const rich = await addGame(test, { developerId: developer.id, files: [{ name: 'base.zip' }, songs, map] })
  const june = await signedIn(test)
  const [, songsId = '', mapId = ''] = rich.files.map(({ id }) => id)
  const cheap = { price: 0.2, items: [{ fileId: songsId }, { fileId: mapId, price: 0.1 }] }
  expect((await checkout(june, rich, [songsId, mapId], cheap)).body.code).toBe('price_changed')
  expect((await checkout(june, rich, [songsId, mapId], { price: 0.1 })).body.code).toBe('price_changed')

  const order = await buyAndPay(test, june, rich, [songsId, mapId])
  expect((await june.get(`/api/orders/${order.orderId}`)).body).toMatchObject({
    price: 17.08,
    basePurchased: false,
    purchasedFileIds: [songsId, mapId],
    items: [
      { type: 'extra', price: 0.1 },
      { type: 'extra', price: 16.98 },
    ],
  })
  expect((await checkout(june, rich, [mapId])).body.code).toBe('already_owned')
})

it.each([
  ['zero', 0],
  ['negative', -1],
  ['a tenth of a cent', 0.001],
  ['another price', 9.98],
  ['a huge price', 1e3],
])('C1 only compares the price that a client sends: %s', async (_, price) => {
  const june = await signedIn(test)
  expect(await checkout(june, game, [], { price })).toMatchObject({
    status: 409,
    body: { error: 'The price has changed. Reload the page.' },
  })
})

it.each([
  ['text for a price', { price: '9.99 ' }],
  ['no number, which JSON writes as null', { price: Number.NaN }],
  ['endless money', { price: Number.POSITIVE_INFINITY }],
  ['something else for items', { items: 'all' }],
  ['an extra that does not exist', { mode: 'extra', items: [{ fileId: uuid() }] }],
  ['no items for an extra', { mode: 'extra', items: [] }],
])('C1 refuses %s', async (_, more) => {
  const june = await signedIn(test)
  const { status, body } = await checkout(june, game, [], more)
  expect([400, 422]).toContain(status)
  expect(body.code).toEqual(expect.any(String))
})

it('C1 refuses a NaN that is written as such', async () => {
  const june = await signedIn(test)
  const body = `{"gameId":"${game.id}","email":"${june.email}","mode":"base","price":NaN}`
  const headers = { 'content-type': 'application/json' }
  expect((await june.send('POST', '/api/checkout', { body, headers })).status).toBe(400)
})

it("C1 refuses an extra of another game, and another game's base file", async () => {
  const other = await addGame(test, {
    developerId: developer.id,
    files: [{ name: 'base.zip' }, { name: 'soundtrack.zip', customPriceCents: 100 }],
  })
  const june = await signedIn(test)
  expect((await checkout(june, other, [other.files[1]?.id ?? ''])).status).toBe(200)
  for (const file of other.files) {
    expect(await checkout(june, game, [file.id])).toMatchObject({
      status: 400,
      body: { code: 'bad_items', error: 'Bad file selection' },
    })
  }
})

it('C1 refuses the base file as an extra, an item twice, and ignores a currency', async () => {
  const june = await signedIn(test)
  expect((await checkout(june, game, [game.files[0]?.id ?? ''])).status).toBe(400)
  expect((await checkout(june, game, [extraId(), extraId()])).status).toBe(400)
  const { body } = await checkout(june, game, [], { currency: 'XTS', price: 9.99 })
  expect((await june.get(`/api/orders/${body.orderId}`)).body.currency).toBe('USD')
})

it('C2 freezes goods and price when the order is opened', async () => {
  const other = await addGame(test, { developerId: developer.id, priceCents: 1_500 })
  const june = await signedIn(test)
  const order = await buy(june, other)
  await simulate(test, order, 'detect')
  await untilStatus(test, order, 'PENDING')
  await test.store.db
    .updateTable('games')
    .set({ price_cents: 9_900, title: 'Renamed' })
    .where('id', '=', other.id)
    .execute()
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  const receipt = (await june.get(`/api/orders/${order.orderId}`)).body
  expect(receipt.price).toBe(15)
  expect(receipt.items[0].title).not.toContain('Renamed')
})

it('C3 answers one open order to many clicks, with one invoice', async () => {
  const june = await signedIn(test)
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(june, game)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  const ids = new Set<string>(answers.map((answer) => answer.body.orderId))
  expect(ids.size).toBe(1)
  const [orderId = ''] = ids
  expect(await rowsOf('invoices', orderId)).toHaveLength(1)
  const books = await test.store.db
    .selectFrom('sandbox_invoices')
    .select('id')
    .where('order_id', 'in', calledAs(test, orderId))
    .execute()
  expect(books).toHaveLength(1)
})

it('C3 grants and books a payment once, whatever is repeated', async () => {
  const june = await signedIn(test)
  const order = await buy(june, game)
  await Promise.all(Array.from({ length: 10 }, () => simulate(test, order, 'pay')))
  await untilStatus(test, order, 'PAID')
  expect(await rowsOf('grants', order.orderId)).toHaveLength(1)
  const entries = (await rowsOf('ledger_entries', order.orderId)) as { amount_cents: number }[]
  expect(entries.map((entry) => entry.amount_cents).sort((a, b) => a - b)).toEqual([-894, -100, -5, 999])
  await expect(
    test.store.db.deleteFrom('ledger_entries').where('order_id', '=', order.orderId).execute(),
  ).rejects.toThrow('append-only')
})

it('refuses goods that are owned, free or a draft, and another email', async () => {
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  expect((await checkout(june, game)).body.code).toBe('already_owned')
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  expect((await checkout(june, free)).status).toBe(400)
  const draft = await addGame(test, { developerId: developer.id, status: 'draft' })
  expect((await checkout(june, draft)).status).toBe(404)
  expect((await checkout(await signedIn(test), game, [], { email: 'else@example.test' })).status).toBe(422)
})

it('opens a new order when the price of an untouched one has changed', async () => {
  const other = await addGame(test, { developerId: developer.id, priceCents: 500 })
  const june = await signedIn(test)
  const first = await buy(june, other)
  await test.store.db.updateTable('games').set({ price_cents: 700 }).where('id', '=', other.id).execute()
  const second = await buy(june, other)
  expect(second.orderId).not.toBe(first.orderId)
  expect(await statusOf(test, first)).toBe('CANCELLED')
  expect((await june.get(`/api/orders/${second.orderId}`)).body.price).toBe(7)
})

it('answers 503 when the provider is down, and shows no order for it', async () => {
  const june = await signedIn(test)
  const provider = providerOf(test)
  const createInvoice = provider.createInvoice
  provider.createInvoice = async () => {
    throw new Error('refused')
  }
  const answer = await checkout(june, game)
  provider.createInvoice = createInvoice
  expect(answer).toMatchObject({ status: 503, body: { error: 'Something went wrong creating the checkout' } })
  expect(answer.headers.get('retry-after')).toBeTruthy()
  expect((await june.get('/api/orders')).body).toEqual([])
  expect((await checkout(june, game)).status).toBe(200)
})

it.each([
  '2026-99-99T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '0000-01-01T00:00:00Z',
  'x',
])('B5 refuses orders after %s, which is no time', async (after) => {
  const june = await signedIn(test)
  expect([400, 422]).toContain((await june.get(`/api/orders?after=${after}`)).status)
})

it('B5 lists the orders after one already shown', async () => {
  const june = await signedIn(test)
  const [first, second] = [await buy(june, game), await buy(june, game, [extraId()])]
  const [newest] = (await june.get('/api/orders?limit=1')).body
  expect(newest.orderId).toBe(second.orderId)
  const older = (await june.get(`/api/orders?after=${newest.createdAt}`)).body
  expect(older.map((order: { orderId: string }) => order.orderId)).toEqual([first.orderId])
})

it('B6 shows an order’s status only to those who know its full id', async () => {
  const order = await buy(await signedIn(test), game)
  for (const id of [
    '%20',
    'null',
    'undefined',
    '%25',
    '*',
    "'%20or%20''='",
    order.orderId.slice(0, -1),
    'a'.repeat(200),
    `${order.orderId}%20`,
  ])
    expect((await test.nobody.get(`/api/order-status/${id}`)).status, id).toBe(404)
  expect((await test.nobody.get('/api/order-status/')).status).toBe(404)
  expect((await test.nobody.get(`/api/order-status/${order.orderId}`)).status).toBe(200)
})
