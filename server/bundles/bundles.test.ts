import type { BasketItem } from '@nofiller/contract/basket/basket'
import { CONTENT_COOKIE } from '@nofiller/contract/catalog/content-choice'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareAll } from '../orders/settlement/reconcile.ts'
import { buyAndPay, simulate, untilStatus } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')

type Made = { _id: string; slug: string; games: TestGame[] }

/** Games at these prices in a bundle at one price, in dollars. */
async function bundleOf(price: number, ...cents: number[]): Promise<Made> {
  const games: TestGame[] = []
  for (const priceCents of cents) games.push(await addGame(test, { developerId: developer.id, priceCents }))
  const { status, body, text } = await developer.post('/api/dev/bundles', bodyOf(games, price))
  expect(status, text).toBe(200)
  return { ...body, games }
}
const game = (priceCents: number) => addGame(test, { developerId: developer.id, priceCents })
const bodyOf = (games: readonly TestGame[], price: number | null, title = 'Night Shift Trio') => ({
  title,
  price,
  gameIds: games.map(({ id }) => id),
})
const goodsOf = (games: readonly TestGame[]) => games.map(({ id }) => ({ gameId: id }))
const buyBundle = (buyer: Person, { _id }: Made, games: readonly TestGame[], more: object = {}) =>
  buyer.post('/api/checkout', { email: buyer.email, goods: goodsOf(games), bundleIds: [_id], ...more })
const orderOf = async (buyer: Person, orderId: string) => (await buyer.get(`/api/orders/${orderId}`)).body
const pricesOf = async (buyer: Person, orderId: string) =>
  (await orderOf(buyer, orderId)).items.map(({ price }: { price: number }) => price)
const pageOf = ({ slug }: Made, asker: Pick<Person, 'get'> = test.nobody) => asker.get(`/api/bundles/${slug}`)
const ownOf = async ({ _id }: Made) =>
  (await developer.get('/api/dev/bundles')).body.find((bundle: { _id: string }) => bundle._id === _id)

describe('a bundle', () => {
  it('costs its exact price, grants each game, and is booked for each developer', async () => {
    const bundle = await bundleOf(15, 1_000, 500, 999)
    const buyer = await signedIn(test)
    const { body, status, text } = await buyBundle(buyer, bundle, bundle.games)
    expect(status, text).toBe(200)
    const order = { orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1) }
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
    const shown = await orderOf(buyer, order.orderId)
    expect(shown).toMatchObject({ price: 15, items: [{ price: 6 }, { price: 3 }, { price: 6 }] })
    const reductions = shown.items.map(({ reduction }: { reduction: unknown }) => reduction)
    const named = { kind: 'bundle', code: null, bundle: 'Night Shift Trio' }
    expect(reductions).toEqual([40, 40, 39].map((percent) => ({ ...named, percent })))
    const { text: library } = await buyer.get('/api/library')
    for (const { slug } of bundle.games) expect(library).toContain(slug)
    const ledger = await test.db
      .selectFrom('order_items')
      .innerJoin('games', 'games.id', 'order_items.game_id')
      .select(['games.id', 'games.sales', 'games.revenue_cents', 'order_items.price_cents'])
      .where('order_id', '=', order.orderId)
      .execute()
    for (const { sales, revenue_cents, price_cents } of ledger)
      expect([sales, revenue_cents]).toEqual([1, price_cents])
    expect(await compareAll(test.db)).toEqual([])
    expect(await ownOf(bundle)).toMatchObject({ state: 'selling', sold: 1, revenue: 15, listPrice: 24.99 })
  })

  it('costs less by the share of each game that the buyer already owns', async () => {
    const bundle = await bundleOf(12, 1_000, 500, 500)
    const [owned, ...rest] = bundle.games
    const buyer = await signedIn(test)
    if (owned) await buyAndPay(test, buyer, owned)
    const { body, text } = await buyBundle(buyer, bundle, rest)
    expect(await pricesOf(buyer, body.orderId), text).toEqual([3, 3])
  })

  it('reduces nothing while one of its games is neither in the basket nor owned, or when it was not requested', async () => {
    const bundle = await bundleOf(12, 1_000, 500, 500)
    const buyer = await signedIn(test)
    const part = await buyBundle(buyer, bundle, bundle.games.slice(0, 2))
    expect(await pricesOf(buyer, part.body.orderId)).toEqual([10, 5])
    const shown = bundle.games.map(({ id }, at) => ({ gameId: id, price: [6, 3, 3][at] }))
    const unasked = await buyer.post('/api/checkout', { email: buyer.email, goods: shown })
    expect(unasked.body.code).toBe('price_changed')
    const asked = await buyBundle(buyer, bundle, bundle.games, { goods: shown })
    expect(asked.status).toBe(200)
  })

  it('does not add up with a sale or a code: the best discount counts for each game', async () => {
    const bundle = await bundleOf(12, 1_000, 500, 500)
    const [first, second] = bundle.games
    await developer.post('/api/dev/sales', {
      name: 'Week',
      percent: 90,
      price: null,
      beginsAt: new Date(Date.now() - 1_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      gameIds: [first?.id],
    })
    const code = { percent: 80, amount: null, uses: null, isOnce: true, endsAt: null, gameIds: [second?.id] }
    const made = await developer.post('/api/dev/discount-codes', { code: '', ...code })
    const buyer = await signedIn(test)
    const checked = await buyer.post('/api/discount-codes/check', {
      code: made.body.code,
      goods: goodsOf(bundle.games),
      bundleIds: [bundle._id],
    })
    expect(checked.body.items.map(({ price, isByCode }: never) => [price, isByCode])).toEqual([
      [1, false],
      [1, true],
      [3, false],
    ])
    const { body } = await buyBundle(buyer, bundle, bundle.games, { code: made.body.code })
    const { items } = await orderOf(buyer, body.orderId)
    expect(items.map(({ price, reduction }: never) => [price, (reduction as { kind: string }).kind])).toEqual(
      [
        [1, 'sale'],
        [1, 'code'],
        [3, 'bundle'],
      ],
    )
  })

  it('shares no game with another bundle of the order, and basket, checkout and receipt choose the cheapest way', async () => {
    const [a, b, c] = [await game(1_000), await game(1_000), await game(400)]
    const make = async (games: TestGame[], price: number) =>
      (await developer.post('/api/dev/bundles', bodyOf(games, price))).body._id
    const first = await make([a, b], 8)
    const second = await make([b, c], 3)
    const buyer = await signedIn(test)
    const { body } = await buyer.post('/api/basket', { goods: goodsOf([a, b, c]) })
    const shown = body.items.map((item: BasketItem) => [item.bundle?._id, item.bundle?.price])
    expect(shown).toEqual([
      [first, 4],
      [first, 4],
      [undefined, undefined],
    ])
    const checkout = await buyer.post('/api/checkout', {
      email: buyer.email,
      goods: goodsOf([a, b, c]),
      bundleIds: [second, first],
    })
    const order = { orderId: checkout.body.orderId, invoiceId: checkout.body.invoiceUrl.split('/').at(-1) }
    expect(await pricesOf(buyer, order.orderId)).toEqual([4, 4, 4])
    await simulate(test, order, 'pay')
    await untilStatus(test, order, 'PAID')
    expect(await compareAll(test.db)).toEqual([])
    const rows = await test.sql<{ cents: number }>`
      select revenue_cents as cents from games where id in (${a.id}, ${b.id}, ${c.id})`
    expect(rows.map(({ cents }) => cents)).toEqual([400, 400, 400])
  })

  it('an owned game counts for one bundle of an order only', async () => {
    const [owned, a, b] = [await game(1_000), await game(1_000), await game(1_000)]
    const buyer = await signedIn(test)
    await buyAndPay(test, buyer, owned)
    const bundleIds: string[] = []
    for (const other of [a, b])
      bundleIds.push((await developer.post('/api/dev/bundles', bodyOf([owned, other], 10))).body._id)
    const { body } = await buyer.post('/api/checkout', {
      email: buyer.email,
      goods: goodsOf([a, b]),
      bundleIds,
    })
    expect((await pricesOf(buyer, body.orderId)).sort()).toEqual([10, 5])
  })

  it('appears in the basket as soon as all its games do, and keeps the prices they were added at', async () => {
    const bundle = await bundleOf(12, 1_000, 500, 500)
    const buyer = await signedIn(test)
    const [first, second, third] = bundle.games
    const before = await buyer.post('/api/basket', { goods: goodsOf(bundle.games.slice(0, 2)) })
    expect(before.body.items.map(({ bundle }: never) => bundle)).toEqual([null, null])
    const whole = await buyer.post('/api/basket', { goods: [{ gameId: third?.id }] })
    const named = { _id: bundle._id, slug: bundle.slug, title: 'Night Shift Trio' }
    expect(whole.body.items).toMatchObject([
      { gameId: first?.id, price: 10, state: 'unchanged', bundle: { ...named, price: 6 } },
      { gameId: second?.id, price: 5, state: 'unchanged', bundle: { ...named, price: 3 } },
      { gameId: third?.id, price: 5, state: 'unchanged', bundle: { ...named, price: 3 } },
    ])
    const visitor = await test.nobody.post('/api/basket/look-up', {
      items: whole.body.items.map(({ gameId, price, addedAt }: never) => ({ gameId, price, addedAt })),
    })
    expect(visitor.body.items[0].bundle).toEqual({ ...named, price: 6 })
    const saved = await buyer.patch(`/api/basket/${third?.id}`, { isLater: true })
    expect(saved.body.items.map(({ bundle }: never) => bundle)).toEqual([null, null, null])
  })

  it.each([
    ['is unpublished', { status: 'draft' }],
    ['is taken down', { suspended_at: new Date() }],
    ['becomes free', { is_free: true, price_cents: 0 }],
    ['costs so little that the bundle is not cheaper', { price_cents: 100 }],
  ] as const)('pauses while one of its games %s', async (_, change) => {
    const bundle = await bundleOf(12, 1_000, 700)
    const buyer = await signedIn(test)
    expect((await pageOf(bundle)).body).toMatchObject({ price: 12, listPrice: 17 })
    const [first, second] = bundle.games
    await test.db
      .updateTable('games')
      .set(change)
      .where('id', '=', second?.id ?? '')
      .execute()
    expect((await pageOf(bundle)).status).toBe(404)
    expect((await test.nobody.get(`/api/bundles?game=${first?.id}`)).body).toEqual([])
    expect(await ownOf(bundle)).toMatchObject({ state: 'paused' })
    const alone = await buyBundle(buyer, bundle, first ? [first] : [])
    expect(await pricesOf(buyer, alone.body.orderId)).toEqual([10])
  })

  it('can be changed and ended by its developer only, and open orders keep their price', async () => {
    const bundle = await bundleOf(12, 1_000, 700)
    const buyer = await signedIn(test)
    const open = await buyBundle(buyer, bundle, bundle.games)
    const other = await signedIn(test, 'developer')
    const cheaper = bodyOf(bundle.games, 9, 'Night Shift Pair')
    expect((await other.post(`/api/dev/bundles/${bundle._id}`, cheaper)).status).toBe(404)
    expect((await developer.post(`/api/dev/bundles/${bundle._id}`, cheaper)).status).toBe(200)
    expect((await pageOf(bundle)).body).toMatchObject({ title: 'Night Shift Pair', price: 9 })
    expect((await orderOf(buyer, open.body.orderId)).price).toBe(12)
    expect((await other.post(`/api/dev/bundles/${bundle._id}/end`)).status).toBe(404)
    expect((await developer.post(`/api/dev/bundles/${bundle._id}/end`)).status).toBe(200)
    expect((await pageOf(bundle)).status).toBe(404)
    expect((await developer.post(`/api/dev/bundles/${bundle._id}/end`)).body.code).toBe('bundle_ended')
    expect((await developer.post(`/api/dev/bundles/${bundle._id}`, cheaper)).body.code).toBe('bundle_ended')
    expect(await ownOf(bundle)).toMatchObject({ state: 'ended' })
  })

  it('is refused with a message for each invalid field, and with games of other developers', async () => {
    const games = [1_000, 700].map((priceCents) => addGame(test, { developerId: developer.id, priceCents }))
    const [first, second] = await Promise.all(games)
    if (!first || !second) throw new Error('no games')
    const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
    const other = await signedIn(test, 'developer')
    const foreign = await addGame(test, { developerId: other.id })
    const post = async (body: object) => (await developer.post('/api/dev/bundles', body)).body
    expect((await post(bodyOf([first], null, ' '))).fields).toEqual({
      title: 'Give the bundle a name.',
      price: 'Enter a price in dollars and cents.',
      gameIds: 'Choose at least 2 games.',
    })
    expect((await post(bodyOf([first, second], 17))).fields).toEqual({
      price: 'Enter less than the games cost separately: $17.00.',
    })
    expect((await post(bodyOf([first, second], 10.005))).fields).toHaveProperty('price')
    expect((await post(bodyOf([first, free], 5))).fields.gameIds).toMatch(/ is free\.$/)
    expect((await post(bodyOf([first, foreign], 5))).error).toBe('This game is not one of yours.')
  })

  it('is hidden from those who do not see one of its games', async () => {
    const bundle = await bundleOf(12, 1_000, 700)
    await test.sql`update games set category = 'NSFW' where id = ${bundle.games[0]?.id ?? ''}`
    expect((await pageOf(bundle)).status).toBe(200)
    const safe = await test.nobody.get(`/api/bundles/${bundle.slug}`, { cookie: `${CONTENT_COOKIE}=sfw` })
    expect(safe.status).toBe(404)
  })

  it('never costs more than its games alone, and the shares add up to its price', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 100, max: 3_000 }), { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 30, max: 95 }),
        fc.nat(2),
        async (cents, percent, ownedAt) => {
          const sum = cents.reduce((all, one) => all + one, 0)
          const bundle = await bundleOf(Math.max(2, Math.floor((sum * percent) / 100) / 100), ...cents)
          const buyer = await signedIn(test)
          const owned = bundle.games[ownedAt]
          if (owned) await buyAndPay(test, buyer, owned)
          const rest = bundle.games.filter((game) => game !== owned)
          const { body } = await buyBundle(buyer, bundle, rest)
          const order = await orderOf(buyer, body.orderId)
          const parts = order.items.map((item: { price: number }) => Math.round(100 * item.price))
          expect(parts.reduce((all: number, one: number) => all + one, 0)).toBe(Math.round(100 * order.price))
          for (const item of order.items) expect(item.price).toBeLessThanOrEqual(item.listPrice)
        },
      ),
      { numRuns: 8 },
    )
  })
})
