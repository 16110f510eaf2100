import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout, type TestOrder } from '../../testing/buying.ts'
import type { Fault } from '../../testing/fakes/provider-server.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { openSellingStore, type SellingStore } from '../../testing/fixtures/selling-store.ts'
import { forEach } from '../../testing/for-each.ts'
import { OUTAGE_SALES } from '../../testing/rounds.ts'
import { eventually } from '../../testing/store.ts'
import { findDifferences } from './find-differences.ts'

/**
 * The pauses between two looks at an order, and the pace of the looks, are 50 times shorter than in a store that sells, so 12
 * seconds hold as many of them as 10 minutes. What is not shorter: the 10 s that one question to the provider may take, the
 * pauses between its three tries, and those of the job queue, of which an outage of 12 s therefore sees fewer.
 */
const SCALE = 0.02
const OUTAGE_MS = 10 * 60_000 * SCALE
const FAULTS: readonly Fault[] = [500, 'half', 'hang', { limit: '1' }, 'garbage', 'refuse']

const { begun: BEGUN, clicked: CLICKED } = OUTAGE_SALES
const AT_ONCE = 16

let shop: SellingStore
beforeAll(async () => {
  shop = await openSellingStore('btcpay', { PAYMENT_POLL_SCALE: String(SCALE), LOG_LEVEL: 'fatal' })
})
afterAll(() => shop.close())

it(`R4 ten minutes without the provider during ${BEGUN + CLICKED} sales: the shop is open, and every sale is paid once and granted once`, async () => {
  const { test, provider, game } = shop
  const people: Person[] = []
  await forEach(
    Array(BEGUN + CLICKED).fill(null),
    AT_ONCE,
    async () => void people.push(await signedIn(test)),
  )
  const [begun, late] = [people.slice(0, BEGUN), people.slice(BEGUN)]
  const orders: TestOrder[] = []
  await forEach(begun, AT_ONCE, async (buyer) => void orders.push(await shop.buy(buyer)))

  provider.delivery = 'lost' // what it would have told is lost with it
  const outage = { isOver: false }
  const happening = Promise.all([
    forEach([...orders], AT_ONCE, async (order) => {
      await sleep((0.8 * OUTAGE_MS * AT_ONCE) / BEGUN)
      await shop.pay(order)
    }),
    Promise.all(late.map((buyer, nth) => click(buyer, (0.8 * OUTAGE_MS * nth) / CLICKED, outage))),
    browse(begun, orders, outage),
  ])
  for (const fault of FAULTS) {
    await provider.fail(fault)
    await sleep(OUTAGE_MS / FAULTS.length)
  }
  outage.isOver = true
  await provider.heal()
  provider.delivery = 'sent'
  const [, clicks, visits] = await happening
  expect(clicks.filter((answer) => answer === 'refused').length).toBeGreaterThan(CLICKED / 2)
  expect(visits).toBeGreaterThan(20)

  await forEach(late, AT_ONCE, async (buyer) => {
    await eventually(async () => (await checkout(buyer, game)).status === 200, 30_000)
    const order = await shop.buy(buyer)
    orders.push(order)
    await shop.pay(order)
  })
  const unpaid = () => test.db.selectFrom('orders').select('id').where('status', '!=', 'PAID').execute()
  await eventually(async () => (await unpaid()).length === 0, 60_000)

  expect(new Set(orders.map((order) => order.orderId)).size).toBe(BEGUN + CLICKED)
  const grants = await test.db.selectFrom('grants').select('order_id').execute()
  expect(new Set(grants.map((grant) => grant.order_id)).size).toBe(BEGUN + CLICKED)
  expect(grants).toHaveLength(BEGUN + CLICKED)
  const sold = await test.db
    .selectFrom('games')
    .select('sales')
    .where('id', '=', game.id)
    .executeTakeFirstOrThrow()
  expect(sold.sales).toBe(BEGUN + CLICKED)
  expect(await test.db.selectFrom('payment_cases').select('kind').execute()).toEqual([])
  expect(await findDifferences(test.db)).toEqual([])
}, 180_000)

/** Whoever clicks while nothing can be bought hears so, in the documented words, and sees no order. */
async function click(
  buyer: Person,
  afterMs: number,
  outage: { isOver: boolean },
): Promise<'refused' | 'late'> {
  await sleep(afterMs)
  const answer = await checkout(buyer, shop.game)
  if (outage.isOver) return 'late'
  expect(answer).toMatchObject({
    status: 503,
    body: { error: 'Something went wrong creating the checkout' },
  })
  expect((await buyer.get('/api/orders')).body).toEqual([])
  return 'refused'
}

/** @returns how often all of it was served */
async function browse(
  buyers: readonly Person[],
  orders: readonly TestOrder[],
  outage: { isOver: boolean },
): Promise<number> {
  let visits = 0
  for (; !outage.isOver; visits += 1) {
    const answers = await Promise.all([
      shop.test.nobody.get('/api/games'),
      shop.test.nobody.get(`/api/games/${shop.game.id}`),
      buyers[visits % BEGUN]?.get('/api/orders'),
      shop.test.nobody.get(`/api/order-status/${orders[visits % BEGUN]?.orderId}`),
    ])
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 200])
    await sleep(100)
  }
  return visits
}
