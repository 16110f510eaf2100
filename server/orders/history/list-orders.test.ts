import type { Order } from '@nofiller/contract/orders/orders'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { addOrder } from '../../testing/fixtures/orders.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { allPages, csvRecords } from '../../testing/pages.ts'
import { useTestStore } from '../../testing/store.ts'
import { orderFilter } from './order-filter.ts'

const test = useTestStore()
let game: TestGame
let june: Person
let other: Person
let admin: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  june = await signedIn(test)
  other = await signedIn(test)
  admin = await signedIn(test, 'admin')
  const add = async (name: string, buyer: Person, day: string, more: Parameters<typeof addOrder>[3]) => {
    ids[name] = await addOrder(test, buyer, game, { createdAt: new Date(`${day}Z`), ...more })
  }
  await add('velvet', june, '2026-11-20T23:59:59.999', { title: 'Velvet Orbit', status: 'PAID' })
  await add('percent', june, '2026-11-20T00:00:00', { title: '100% Ölsand_x\\y' })
  await add('unpaid', june, '2026-11-19T12:00:00', { title: 'Paid in Full', status: 'CANCELLED' })
  await add('hidden', june, '2026-11-19T13:00:00', { title: 'Velvet Hidden', hasInvoice: false })
  await add('failed', june, '2026-11-18T12:00:00', { title: 'Saltglass', status: 'FAILED' })
  await add('theirs', other, '2026-11-19T15:00:00', { title: 'Velvet Orbit', status: 'PAID' })
})

async function search(who: Person, query: Record<string, string>) {
  const answer = await who.get(`/api/orders?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  const names = answer.body.map((order: { orderId: string }) =>
    Object.keys(ids).find((name) => ids[name] === order.orderId),
  )
  expect(Number(answer.headers.get('x-total-count'))).toBe(names.length)
  return names
}

it('shows the oldest first when asked to, page by page and as CSV', async () => {
  const sent = await allPages<Order>(admin, '/api/orders?sort=old&limit=2')
  expect(sent.map(({ orderId }) => orderId)).toEqual(
    ['failed', 'unpaid', 'theirs', 'percent', 'velvet'].map((name) => ids[name]),
  )
  const { text } = await admin.get('/api/admin/orders.csv?sort=old')
  expect(csvRecords(text).map((record) => record[6])).toEqual([
    'Order ID',
    ...sent.map(({ orderId }) => orderId),
  ])
})

describe('a buyer', () => {
  it('a buyer sees their own orders, newest first, and none without an invoice', async () => {
    expect(await search(june, {})).toEqual(['velvet', 'percent', 'unpaid', 'failed'])
  })

  it.each([
    ['velvet', ['velvet']],
    [' VELVET ', ['velvet']],
    ['orbit', ['velvet']],
    ['paid', ['velvet', 'unpaid']],
    ['fail', ['failed']],
    ['öls', ['percent']],
    ['nothing like it', []],
  ])('finds %s', async (q, names) => {
    expect(await search(june, { q })).toEqual(names)
  })

  it('a buyer finds an order by its id or a part of it', async () => {
    const id = ids.failed ?? ''
    expect(await search(june, { q: id })).toEqual(['failed'])
    expect(await search(june, { q: id.slice(9, 25).toUpperCase() })).toEqual(['failed'])
    expect(await search(june, { q: ids.theirs ?? '' })).toEqual([])
  })

  it('a buyer combines status, text and days', async () => {
    expect(await search(june, { status: 'PAID', q: 'paid' })).toEqual(['velvet'])
    expect(await search(june, { from: '2026-11-19', to: '2026-11-20' })).toEqual([
      'velvet',
      'percent',
      'unpaid',
    ])
    expect(await search(june, { from: '2026-11-20', to: '2026-11-20' })).toEqual(['velvet', 'percent'])
    expect(await search(june, { to: '2026-11-18' })).toEqual(['failed'])
  })
})

describe('an admin', () => {
  it('an admin sees all orders, and finds them by email too', async () => {
    expect(await search(admin, {})).toEqual(['velvet', 'percent', 'theirs', 'unpaid', 'failed'])
    expect(await search(admin, { q: other.email.toUpperCase() })).toEqual(['theirs'])
    expect(await search(admin, { q: other.email.slice(1) })).toEqual([]) // no other account has this full address
    expect(await search(admin, { q: other.email.split('@')[0] ?? '' })).toEqual(['theirs'])
    expect(await search(admin, { q: 'velvet' })).toEqual(['velvet', 'theirs'])
    expect(await search(admin, { q: 'cancel' })).toEqual(['unpaid'])
  })

  // No number of an order has an I, L or O.
  it('an admin finds orders by the first one or two letters of a word', async () => {
    expect(await search(admin, { q: 'or' })).toEqual(['velvet', 'theirs'])
    expect(await search(admin, { q: 'lv' })).toEqual([])
    expect(await search(admin, { q: 'in' })).toEqual(['unpaid'])
  })

  it('an admin finds a part of a word by an index', async () => {
    await test.store.db.transaction().execute(async (tx) => {
      await sql`insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, paid_at, expires_at)
        select gen_random_uuid(), ${june.id}::uuid, ${june.email}, ${game.id}::uuid, md5(n::text), 'base', 'k', 999, 'PAID', now(), now()
        from generate_series(1, 3000) as n`.execute(tx)
      await sql`analyze orders`.execute(tx)
      await sql`set local enable_seqscan = off`.execute(tx)
      const caller = {
        id: admin.id,
        sessionId: '',
        username: '',
        email: admin.email,
        role: 'admin' as const,
        address: '',
        contentChoice: null,
        isClosing: false,
        isFresh: true,
        limits: null,
        blocks: null,
      }
      const plan = await sql<{ 'QUERY PLAN': string }>`explain
        select count(*) from orders where ${orderFilter(caller, { q: 'velvet' })}`.execute(tx)
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_search')
      await sql`delete from orders where goods_key = 'k'`.execute(tx)
    })
  })
})

it('pages through the orders that match a filter, and counts them all', async () => {
  const buyer = await signedIn(test)
  for (let number = 0; number < 23; number += 1)
    await addOrder(test, buyer, game, {
      title: number % 2 === 0 ? 'Even' : 'Odd',
      createdAt: new Date(Date.UTC(2026, 9, 1, 0, 0, 0, number)),
    })
  const seen: string[] = []
  let path: string | undefined = '/api/orders?q=even&limit=5'
  for (let pages = 0; path !== undefined; pages += 1) {
    const answer = await buyer.get(path)
    expect(answer.headers.get('x-total-count')).toBe('12')
    seen.push(...answer.body.map((order: { orderId: string }) => order.orderId))
    path = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    expect(pages).toBeLessThan(3)
  }
  expect(new Set(seen).size).toBe(12)
})

it('B5 reads a search as text, never as a pattern or a statement', async () => {
  expect(await search(june, { q: '%' })).toEqual(['percent'])
  expect(await search(june, { q: '_' })).toEqual(['percent'])
  expect(await search(june, { q: '\\' })).toEqual(['percent'])
  expect(await search(june, { q: '0%_ö' })).toEqual([])
  expect(await search(admin, { q: "' or 1=1 --" })).toEqual([])
  expect(await search(june, { q: other.email })).toEqual([])
})

it.each([
  'status=paid',
  'status=PAID&status=FAILED',
  'q=a&q=b',
  `q=${'a'.repeat(101)}`,
  'q=%00',
  'from=yesterday',
  'from=2026-02-30',
  'to=0000-01-01',
  'limit=0',
  'limit=101',
  'after=now',
])('B5 refuses the filter %s', async (query) => {
  for (const path of ['/api/orders', '/api/admin/orders.csv'])
    if (path === '/api/orders' || !/^(limit|after)/.test(query))
      expect([400, 422], path).toContain((await admin.get(`${path}?${query}`)).status)
})
