import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout, type TestOrder } from '../../testing/buying.ts'
import { longLockTimeoutDatabase } from '../../testing/database.ts'
import type { Fault } from '../../testing/fakes/provider-server.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { openSellingStore, type SellingStore } from '../../testing/fixtures/selling-store.ts'
import { forEach } from '../../testing/for-each.ts'
import { IS_SOAK, OUTAGE_SALES } from '../../testing/rounds.ts'
import { eventually } from '../../testing/store.ts'
import { findDifferences } from './find-differences.ts'

/** Pauses between read-backs and of the circuit breaker are 50 times shorter than in production. */
const SCALE = 0.02
/** A hanging provider costs each click 10 s, so only the long run has one. */
const FAULTS: readonly Fault[] = [
  500,
  'half',
  { limit: '1' },
  'garbage',
  ...(IS_SOAK ? ['hang' as const] : []),
  'refuse',
]

const { begun: BEGUN, clicked: CLICKED } = OUTAGE_SALES
const AT_ONCE = 8
const TIMEOUT_MS = 300_000

let shop: SellingStore
beforeAll(async () => {
  shop = await openSellingStore('btcpay', {
    database: await longLockTimeoutDatabase(),
    settings: { PAYMENT_POLL_SCALE: String(SCALE), LOG_LEVEL: 'fatal' },
  })
})
afterAll(() => shop.close())

it(`R4 while the provider fails in ${FAULTS.length} ways during ${BEGUN + CLICKED} sales the shop is open, and every sale is paid once and granted once`, async () => {
  const { test, provider, game } = shop
  const people: Person[] = []
  await forEach(
    Array(BEGUN + CLICKED).fill(null),
    AT_ONCE,
    async () => void people.push(await signedIn(test)),
  )
  const [started, late] = [people.slice(0, BEGUN), people.slice(BEGUN)]
  const orders: TestOrder[] = []
  await forEach(started, AT_ONCE, async (buyer) => void orders.push(await shop.buy(buyer)))

  provider.delivery = 'lost' // what it would have told is lost with it
  for (const [nth, fault] of FAULTS.entries()) {
    const asked = provider.calls.length
    await provider.fail(fault)
    await Promise.all([
      forEach(shareOf(orders, nth), AT_ONCE, shop.pay),
      forEach(shareOf(late, nth), AT_ONCE, clickInVain),
      browse(started[nth], orders[nth]),
    ])
    // By the buyers who clicked, or by the orders that are due.
    if (fault !== 'refuse') await eventually(() => provider.calls.length > asked, TIMEOUT_MS)
  }
  await provider.heal()
  provider.delivery = 'sent'

  await forEach(late, AT_ONCE, async (buyer) => {
    await eventually(async () => (await checkout(buyer, game)).status === 200, TIMEOUT_MS)
    const order = await shop.buy(buyer)
    orders.push(order)
    await shop.pay(order)
  })
  const unpaid = () => test.db.selectFrom('orders').select('id').where('status', '!=', 'PAID').execute()
  await eventually(async () => (await unpaid()).length === 0, TIMEOUT_MS)

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
}, 1_800_000)

const shareOf = <T>(all: readonly T[], nth: number): T[] => all.filter((_, at) => at % FAULTS.length === nth)

/** A buyer who clicks during the outage gets the documented error, and sees no order. */
async function clickInVain(buyer: Person): Promise<void> {
  expect(await checkout(buyer, shop.game)).toMatchObject({
    status: 503,
    body: { error: 'Something went wrong creating the checkout' },
  })
  expect((await buyer.get('/api/orders')).body).toEqual([])
}

async function browse(buyer: Person | undefined, order: TestOrder | undefined): Promise<void> {
  const { nobody } = shop.test
  const answers = await Promise.all([
    nobody.get('/api/games'),
    nobody.get(`/api/games/${shop.game.id}`),
    buyer?.get('/api/orders'),
    nobody.get(`/api/order-status/${order?.orderId}`),
  ])
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 200])
}
