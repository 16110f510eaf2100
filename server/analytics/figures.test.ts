import type { Earning } from '@nofiller/contract/analytics/analytics'
import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay, simulate, untilStatus } from '../testing/buying.ts'
import { addGame, type TestGame, useGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { allPages, csvRecords } from '../testing/pages.ts'
import { aStore, useTestStore } from '../testing/store.ts'
import { untilTodayLasts } from '../testing/today.ts'

const test = useTestStore({ settings: { PLATFORM_SHARE_PERCENT: '10' } })
const admin = usePerson(test, 'admin')
const owner = usePerson(test, 'developer')
const other = usePerson(test, 'developer')
const june = usePerson(test)
const game = useGame(test, owner, { priceCents: 999 })
const cheap = useGame(test, other, { priceCents: 100 })
let orderId: string
beforeAll(async () => {
  orderId = (await buyAndPay(test, june, game)).orderId
  await buyAndPay(test, june, cheap)
  await june.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
})

await untilTodayLasts()
const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

it('shows admins the store’s figures: totals, this month and the last, top games, downloads and recent activity', async () => {
  const { body } = await admin.get('/api/admin/analytics')
  expect(body.overview).toEqual({
    totalRevenue: 10.99,
    totalOrders: 2,
    totalUsers: 4,
    totalDevelopers: 2,
    totalAdmins: 1,
    totalDownloads: 1,
  })
  expect(body.sales).toEqual({
    today: { revenue: 10.99, orders: 2 },
    thisMonth: { revenue: 10.99, orders: 2 },
    lastMonth: { revenue: 0, orders: 0 },
  })
  expect(body.topGames).toEqual([
    expect.objectContaining({ _id: game.id, totalSales: 1, totalRevenue: 9.99, category: 'SFW' }),
    expect.objectContaining({ _id: cheap.id, totalSales: 1, totalRevenue: 1 }),
  ])
  expect(body.downloadStats).toEqual([
    expect.objectContaining({ _id: game.id, totalDownloads: 1, uniqueUsers: 1 }),
  ])
  const { orders, downloads } = body.recentActivity
  expect(orders.at(-1)).toMatchObject({ orderId, email: june.email, price: 9.99, gameId: { _id: game.id } })
  expect(downloads).toEqual([
    {
      gameId: expect.objectContaining({ _id: game.id }),
      email: june.email,
      device: 'Windows',
      createdAt: expect.any(String),
    },
  ])
})

it('counts a sale on the day, in the month and in the span in which it was paid, in UTC', async () => {
  const alone = await aStore()
  const [boss, maker, kim] = [
    await signedIn(alone, 'admin'),
    await signedIn(alone, 'developer'),
    await signedIn(alone),
  ]
  const sold = await addGame(alone, { developerId: maker.id, priceCents: 500 })
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  const lastMonth = new Date(first.getTime() - 1)
  for (const paidAt of [lastMonth, first])
    await alone.sql`with sale as (
        insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, paid_at, created_at, expires_at)
        values (gen_random_uuid(), ${kim.id}::uuid, ${kim.email}, ${sold.id}::uuid, 'G', 'base', gen_random_uuid()::text, 500, 'PAID', ${paidAt}, ${paidAt}, ${paidAt})
        returning id)
      select 1 from sale`
  await alone.sql`insert into ledger_entries (order_id, line, account, developer_id, amount_cents)
    select id, line.name, line.account, case when line.account = 'developer' then ${maker.id}::uuid end, line.cents
    from orders cross join (values ('gross', 'provider', 500), ('developer_share', 'developer', -500)) as line (name, account, cents)`
  const { sales } = (await boss.get('/api/admin/analytics')).body
  const from = lastMonth.toISOString().slice(0, 10)
  const span = (await boss.get(`/api/admin/analytics/over-time?from=${from}&to=${from}`)).body
  expect(sales.thisMonth).toEqual({ revenue: 5, orders: 1 })
  expect(sales.lastMonth).toEqual({ revenue: 5, orders: 1 })
  expect(span.points).toEqual([expect.objectContaining({ day: from, revenue: 5, orders: 1 })])
})

it('shows every step of a span, its total, and the total of the span before it', async () => {
  const over = async (query: string) => (await admin.get(`/api/admin/analytics/over-time?${query}`)).body
  const week = await over(`from=${daysAgo(6)}&to=${today}`)
  expect(week.points.map(({ day }: { day: string }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(daysAgo))
  expect(week.points.at(-1)).toEqual({
    day: today,
    checkouts: 2,
    orders: 2,
    revenue: 10.99,
    fees: expect.any(Number),
    platform: 1.1,
    developers: expect.any(Number),
    downloads: 1,
  })
  const { revenue, fees, platform, developers } = week.total
  expect(Math.round((fees + platform + developers) * 100)).toBe(Math.round(revenue * 100))
  expect(week.before).toMatchObject({ revenue: 0, orders: 0 })
  expect((await over(`from=${daysAgo(-1)}&to=${daysAgo(-7)}`)).before).toMatchObject({ revenue: 10.99 })
  for (const by of ['week', 'month']) {
    const { points } = await over(`from=${daysAgo(90)}&to=${today}&by=${by}`)
    expect(points[0].day).toBe(daysAgo(90))
    expect(points.reduce((sum: number, point: { orders: number }) => sum + point.orders, 0)).toBe(2)
  }
})

it('refuses a span that ends before it begins or is too long', async () => {
  for (const query of [`from=${today}&to=${daysAgo(1)}`, 'from=1990-01-01&to=2026-01-01', 'from=x&to=y', ''])
    expect([400, 422], query).toContain((await admin.get(`/api/admin/analytics/over-time?${query}`)).status)
})

it('shows developers the figures of their own games only, and admins those of anybody', async () => {
  const mine = (await owner.get('/api/dev/analytics?days=7')).body
  expect(mine.total).toMatchObject({ orders: 1, revenue: 9.99, net: 8.94, checkouts: 1, downloads: 1 })
  expect(mine.points).toHaveLength(7)
  expect(mine.points.at(-1)).toMatchObject({ day: today, orders: 1 })
  expect(mine.games.map(({ _id }: { _id: string }) => _id)).toEqual([game.id])
  expect(mine.files).toEqual([
    expect.objectContaining({ _id: game.files[0]?.id, device: 'Windows', downloads: 1 }),
  ])
  expect(mine.devices).toEqual([{ device: 'Windows', downloads: 1 }])

  expect((await owner.get(`/api/dev/analytics?gameId=${cheap.id}`)).body).toMatchObject({
    games: [],
    total: { orders: 0 },
  })
  for (const call of ['analytics', 'analytics.csv', 'balance', 'earnings', 'earnings.csv'])
    expect((await owner.get(`/api/dev/${call}?developerId=${other.id}`)).status, call).toBe(403)
  expect((await admin.get(`/api/dev/analytics?developerId=${other.id}`)).body.total).toMatchObject({
    revenue: 1,
  })
  expect((await owner.get('/api/dev/analytics?days=8')).status).toBe(400)
})

it('shows a developer’s earnings line by line, equal to the store’s own books to the cent', async () => {
  const { body: balance } = await owner.get('/api/dev/balance')
  const earnings = await owner.get('/api/dev/earnings')
  expect(earnings.headers.get('x-total-count')).toBe('1')
  const [line] = earnings.body
  expect(line).toMatchObject({ orderId, gross: 9.99, platform: 1, isCorrection: false })
  expect(Math.round((line.gross - line.fee - line.platform) * 100)).toBe(Math.round(line.amount * 100))
  expect(balance).toMatchObject({ balance: line.amount, gross: 9.99, orders: 1 })
  const balances = await Promise.all(
    [owner, other].map(
      async ({ id }) => (await admin.get(`/api/dev/balance?developerId=${id}`)).body.balance,
    ),
  )
  const { total } = (await admin.get(`/api/admin/analytics/over-time?from=${today}&to=${today}`)).body
  expect(Math.round(balances.reduce((sum, each) => sum + each, 0) * 100)).toBe(
    Math.round(total.developers * 100),
  )
})

it('shows a developer even a sale from which they get nothing', async () => {
  const alone = await aStore({ settings: { PLATFORM_SHARE_PERCENT: '100' } })
  const maker = await signedIn(alone, 'developer')
  await buyAndPay(alone, await signedIn(alone), await addGame(alone, { developerId: maker.id }))
  const [balance, earnings, csv] = [
    (await maker.get('/api/dev/balance')).body,
    (await maker.get('/api/dev/earnings')).body,
    csvRecords((await maker.get('/api/dev/earnings.csv')).text),
  ]
  expect(balance).toMatchObject({ balance: 0, gross: 9.99, orders: 1 })
  expect(earnings).toMatchObject([{ amount: 0, gross: 9.99, isCorrection: false }])
  expect(csv).toHaveLength(2)
})

it('counts orders of $0 as paid orders in every figure alike', async () => {
  const alone = await aStore()
  const [boss, maker, other] = [
    await signedIn(alone, 'admin'),
    await signedIn(alone, 'developer'),
    await signedIn(alone, 'developer'),
  ]
  const gift = await addGame(alone, { developerId: maker.id })
  const sold = await addGame(alone, { developerId: other.id })
  const [kim, lee, max, free] = [
    await signedIn(alone),
    await signedIn(alone),
    await signedIn(alone),
    await addGame(alone, { developerId: maker.id, priceCents: 0 }),
  ]
  const freeCopy = { code: '', percent: 100, amount: null, uses: null, isOnce: false, endsAt: null }
  const { code } = (await maker.post('/api/dev/discount-codes', { ...freeCopy, gameIds: [gift.id] })).body
  const basket = await checkoutOf(kim, [gift, sold], code)
  await simulate(alone, basket, 'pay')
  await untilStatus(alone, basket, 'PAID')
  expect(await checkoutOf(lee, [gift], code)).toMatchObject({ invoiceId: undefined })
  await buyAndPay(alone, lee, sold)
  await max.post('/api/library/claim', { gameId: free.id }) // no order

  const { overview, sales, topGames, recentActivity } = (await boss.get('/api/admin/analytics')).body
  const { total } = (await boss.get(`/api/admin/analytics/over-time?from=${today}&to=${today}`)).body
  const orders = await boss.get('/api/orders?status=PAID&limit=10')
  const ofDeveloper = async (who: Person) => ({
    analytics: (await who.get('/api/dev/analytics?days=7')).body,
    balance: (await who.get('/api/dev/balance')).body,
    games: (await who.get('/api/my-games')).body as OwnGame[],
  })
  const [ofMaker, ofOther] = [await ofDeveloper(maker), await ofDeveloper(other)]

  for (const counted of [
    overview.totalOrders,
    sales.today.orders,
    sales.thisMonth.orders,
    total.orders,
    recentActivity.orders.length,
    orders.body.length,
  ])
    expect(counted).toBe(3)
  expect([overview.totalRevenue, sales.today.revenue, total.revenue]).toEqual([19.98, 19.98, 19.98])
  for (const { analytics, balance, games } of [ofMaker, ofOther]) {
    expect([balance.orders, analytics.total.orders, analytics.points.at(-1).orders]).toEqual([2, 2, 2])
    for (const { _id, totalSales } of games) {
      const inFigures = analytics.games.find((each: { _id: string }) => each._id === _id)
      const inTop = topGames.find((each: { _id: string }) => each._id === _id)
      expect([inFigures.orders, inTop?.totalSales ?? 0]).toEqual([totalSales, totalSales])
    }
  }
})

async function checkoutOf(buyer: Person, games: readonly TestGame[], code: string) {
  const { status, body, text } = await buyer.post('/api/checkout', {
    email: buyer.email,
    code,
    goods: games.map(({ id }) => ({ gameId: id })),
  })
  expect(status, text).toBe(200)
  return { orderId: body.orderId, invoiceId: body.invoiceUrl?.split('/').at(-1) }
}

it('lists earnings page by page without gaps or duplicates, and exports them', async () => {
  const maker = await signedIn(test, 'developer')
  const sold = await addGame(test, { developerId: maker.id, priceCents: 300 })
  await test.sql`insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, paid_at, created_at, expires_at)
    select gen_random_uuid(), ${june.id}::uuid, ${june.email}, ${sold.id}::uuid, '=G', 'base', n::text, 300, 'PAID', now(), now(), now()
    from generate_series(1, 7) as n`
  await test.sql`insert into ledger_entries (order_id, line, account, developer_id, amount_cents)
    select id, line.name, line.account, case when line.account = 'developer' then ${maker.id}::uuid end, line.cents
    from orders cross join (values ('gross', 'provider', 300), ('developer_share', 'developer', -300)) as line (name, account, cents)
    where game_id = ${sold.id}`
  const seen: string[] = []
  for (let path: string | undefined = '/api/dev/earnings?limit=3'; path; ) {
    const page = await maker.get(path)
    seen.push(...page.body.map((line: { orderId: string }) => line.orderId))
    path = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  expect((await maker.get('/api/dev/balance')).body).toMatchObject({ balance: 21, orders: 7 })
  expect((await maker.get('/api/dev/earnings?after=x_y_z')).status).toBe(400)
  const search = async (query: string) =>
    (await allPages<Earning>(maker, `/api/dev/earnings?limit=3&${query}`)).map(({ orderId }) => orderId)
  expect(await search('sort=old')).toEqual([...seen].reverse())
  expect(await search(`q=${seen[2]}`)).toEqual([seen[2]])
  expect(await search(`q==g&from=${today}&to=${today}`)).toEqual(seen)
  expect(await search('q=another')).toEqual([])
  expect(await search(`to=${daysAgo(1)}`)).toEqual([])
  const some = await maker.get(`/api/dev/earnings.csv?q=${seen[2]}`)
  expect(csvRecords(some.text).map((record) => record.slice(1, 4))).toEqual([
    ['Order ID', 'Game', 'Price'],
    [seen[2], "'=G", '3'],
  ])
  const { text } = await maker.get('/api/dev/earnings.csv')
  expect(text.trim().split('\r\n')).toHaveLength(8)
})

it('C8 exports figures as CSV without a cell that a spreadsheet would run as a formula', async () => {
  await test.store.db.updateTable('games').set({ title: '=cmd|x' }).where('id', '=', game.id).execute()
  const { text, headers } = await owner.get('/api/dev/analytics.csv?days=7')
  expect(headers.get('content-disposition')).toBe('attachment; filename="game-analytics.csv"')
  expect(text.split('\r\n')[1]).toBe(`${today},'=cmd|x,${game.id},0,1,1,9.99,8.94,1`)
  const store = await admin.get(`/api/admin/analytics.csv?from=${daysAgo(2)}&to=${today}`)
  expect(store.text.trim().split('\r\n')).toHaveLength(4)
})
