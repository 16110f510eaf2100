/** Buyers go on buying while one thing after the other fails; then nothing is lost, nothing doubled, and the books agree. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../server/orders/settlement/find-differences.ts'
import { clientOf } from '../../server/testing/client.ts'
import { eventually } from '../../server/testing/store.ts'
import { FAULTS } from './faults.ts'
import { type Journey, journey, steadyJourneys } from './journey.ts'
import { openShop, type Shop } from './shop.ts'

const AT_ONCE = 4
const WARM = 4
/** Mails in the hands of a process that was killed go on after half a minute, and those that hung after their own time. */
const MAILED_MS = 180_000

let shop: Shop
const made: Journey[] = []
beforeAll(async () => {
  shop = await openShop()
}, 300_000)
afterAll(() => shop?.close(), 120_000)

it.each(FAULTS)(
  'Every purchase comes to its end although $name',
  async ({ happen }) => {
    const steady = steadyJourneys(shop, AT_ONCE)
    await eventually(() => steady.made.length >= WARM, 120_000)
    const before = steady.made.length
    await happen(shop)
    made.push(...(await steady.stop()))
    expect(steady.made.length).toBeGreaterThan(before)
    made.push(await journey(shop))
    await expectInvariants()
  },
  600_000,
)

/** Paid, granted, booked and mailed once each; both processes are ready. */
async function expectInvariants(): Promise<void> {
  const { db, processes } = shop.cluster
  const orders = new Set(made.map(({ orderId }) => orderId))
  expect(orders.size).toBe(made.length)
  const paid = await db.selectFrom('orders').select('id').where('status', '=', 'PAID').execute()
  expect(new Set(paid.map(({ id }) => id))).toEqual(orders)
  const grants = await db.selectFrom('grants').select('order_id').execute()
  expect(grants).toHaveLength(orders.size)
  expect(await findDifferences(db)).toEqual([])
  expect(await db.selectFrom('payment_cases').select('kind').execute()).toEqual([])
  await eventually(async () => (await unsent()) === 0, MAILED_MS)
  const times = made.map(({ address }) => shop.emails.received.get(address) ?? 0)
  expect(times.filter((count) => count < 1 || count > 2)).toEqual([])
  for (const { url } of processes)
    await eventually(async () => (await clientOf(url).get('/api/ready')).status === 200)
}

async function unsent(): Promise<number> {
  const waiting = shop.cluster.db.selectFrom('order_mails').select('id').where('delivered_at', 'is', null)
  return (await waiting.execute()).length
}
