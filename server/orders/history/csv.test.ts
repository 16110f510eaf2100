import { orderNumberIn } from '@nofiller/contract/orders/order-number'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay, simulate, untilStatus } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { addOrder } from '../../testing/fixtures/orders.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
let game: TestGame
let june: Person
let admin: Person

beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  june = await signedIn(test)
  admin = await signedIn(test, 'admin')
})

const HEAD =
  'Date,Email,Game,Price,Currency,Status,Order ID,Invoice,Thank You,Paid,Flags,Received,Coin,Transaction IDs,Number,Items,Refunded'

async function exported(query = '') {
  const answer = await fetch(`${test.url}/api/admin/orders.csv${query}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  return { headers: answer.headers, text, lines: text.replace('\uFEFF', '').split('\r\n').slice(0, -1) }
}

it('exports every column of a paid order, as a file that spreadsheets open', async () => {
  const order = await buyAndPay(test, june, game)
  const { headers, text, lines } = await exported(`?q=${order.orderId}`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
  expect(text.startsWith('\uFEFFDate,')).toBe(true)
  expect(lines[0]).toBe(HEAD)
  expect(lines).toHaveLength(2)
  const [
    date,
    email,
    title,
    price,
    currency,
    status,
    orderId,
    invoice,
    thanks,
    paid,
    flags,
    received,
    coin,
    tx,
    number,
    items,
    refunded,
  ] = lines[1]?.split(',') ?? []
  expect([email, price, currency, status, orderId]).toEqual([
    june.email,
    '9.99',
    'USD',
    'PAID',
    order.orderId,
  ])
  expect(invoice).toContain(order.invoiceId)
  expect(thanks).toBe(`${test.url}/thankyou?order=${order.orderId}`)
  expect([flags, received, coin]).toEqual(['', '9.99', 'SOL'])
  expect(tx).not.toBe('')
  expect(orderNumberIn(number ?? '')).toBe(number)
  expect([items, refunded]).toEqual([title, '0'])
  expect(Date.parse(paid ?? '')).toBeGreaterThan(Date.parse(date ?? ''))
})

it('exports the orders that match the list’s filters', async () => {
  const buyer = await signedIn(test)
  const order = await buy(buyer, game)
  await simulate(test, order, 'underpay')
  await untilStatus(test, order, 'PENDING')
  await eventually(async () => (await exported('?status=PENDING')).text.includes('underpaid'))
  await addOrder(test, buyer, game, { title: 'No Invoice Yet', hasInvoice: false })
  expect((await exported(`?q=${buyer.email}`)).lines).toHaveLength(2)
  expect((await exported(`?q=${buyer.email}&status=PAID`)).lines).toEqual([HEAD])
  expect((await exported(`?q=${buyer.email}&to=2020-01-01`)).lines).toEqual([HEAD])
})

it('C8 exports no cell that a spreadsheet would calculate, and amounts as numbers', async () => {
  const buyer = await signedIn(test)
  for (const title of ['=cmd|x', '+1', '-1', '@now', '\tx', '\rx', 'a "quoted", title'])
    await addOrder(test, buyer, game, { title, createdAt: new Date() })
  const { text } = await exported(`?q=${buyer.email}`)
  const records = text.split(buyer.email).slice(1)
  expect(records).toHaveLength(7)
  for (const record of records) expect(record).toMatch(/^,(?:"?'|"a ""quoted"", title").*?"?,9\.99,USD/s)
})

it('exports each order once, however many there are and however alike their times', async () => {
  const buyer = await signedIn(test)
  await sql`insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, paid_at, created_at, expires_at)
    select gen_random_uuid(), ${buyer.id}::uuid, ${buyer.email}, ${game.id}::uuid, 'Many', 'base', n::text, 500, 'PAID', now(),
      '2026-01-01'::timestamptz + (n / 7) * interval '1 second', now()
    from generate_series(1, 1234) as n`.execute(test.store.db)
  await sql`insert into order_items select id, 0, 'base', null, game_title, price_cents from orders where game_title = 'Many'`.execute(
    test.store.db,
  )
  const { lines } = await exported(`?q=${buyer.email}`)
  const ids = lines.slice(1).map((line) => line.split(',')[6])
  expect(ids).toHaveLength(1234)
  expect(new Set(ids).size).toBe(1234)
})
