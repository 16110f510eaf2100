import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay, checkout, statusOf } from '../testing/buying.ts'
import { addGame } from '../testing/games.ts'
import { signedIn } from '../testing/people.ts'
import { openSellingStore, type SellingStore } from '../testing/selling-store.ts'
import { eventually, openTestStore, type TestStore } from '../testing/store.ts'
import { findDifferences } from './find-differences.ts'

const BUYERS = 200
const AT_ONCE = 16
const CLICKS = 1_000
const SALES_IN_OUTAGE = 30

/** Runs something for each of some things, so many at once. */
async function forEach<T>(all: readonly T[], atOnce: number, run: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await run(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

describe('many buyers at once', () => {
  let test: TestStore
  beforeAll(async () => {
    test = await openTestStore({ settings: { LOG_LEVEL: 'error' } })
  })
  afterAll(() => test.close())

  const newGame = async () => addGame(test, { developerId: (await signedIn(test, 'developer')).id })

  it('200 buyers check out, pay and download, 16 at a time, without an error', async () => {
    const game = await newGame()
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => signedIn(test)))
    await forEach(buyers, AT_ONCE, async (buyer) => {
      await buyAndPay(test, buyer, game)
      const { status, body } = await buyer.post(`/api/library/${game.id}/download`, {
        fileId: game.files[0]?.id,
      })
      expect(status).toBe(200)
      const bytes = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())
      expect(bytes.equals(game.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    })
    const sold = await test.db
      .selectFrom('games')
      .select(['sales', 'revenue_cents'])
      .where('id', '=', game.id)
      .executeTakeFirstOrThrow()
    expect(sold).toEqual({ sales: BUYERS, revenue_cents: BUYERS * 999 })
    expect(await findDifferences(test.db)).toEqual([])
    expect(test.logged).toEqual([])
  }, 240_000)

  it('R8 1,000 clicks of one buyer at once open one order with one invoice, and no answer is worse than 503', async () => {
    const game = await newGame()
    const june = await signedIn(test)
    const answers = await Promise.all(Array.from({ length: CLICKS }, () => checkout(june, game)))
    const statuses = new Set(answers.map((answer) => answer.status))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    const opened = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.orderId)
    expect(new Set(opened).size).toBe(1)
    const orders = await test.db.selectFrom('orders').select('id').where('account_id', '=', june.id).execute()
    expect(orders).toHaveLength(1)
    const invoices = await test.db
      .selectFrom('sandbox_invoices')
      .select('id')
      .where('order_id', '=', orders[0]?.id ?? '')
      .execute()
    expect(invoices).toHaveLength(1)
  }, 120_000)
})

describe('R4 while the provider is away', () => {
  let shop: SellingStore
  beforeAll(async () => {
    shop = await openSellingStore('btcpay')
  })
  afterAll(() => shop.close())

  it('pages and lists are served, checkouts say so, and every sale settles after it is back', async () => {
    const { test, provider, game } = shop
    const buyers = await Promise.all(Array.from({ length: SALES_IN_OUTAGE }, () => signedIn(test)))
    const orders = await Promise.all(buyers.map((buyer) => shop.buy(buyer)))
    await provider.fail('refuse')
    provider.delivery = 'lost'
    await forEach(orders, AT_ONCE, (order) => shop.pay(order))

    const waiting = await Promise.all(Array.from({ length: 8 }, () => signedIn(test)))
    const refused = Promise.all(waiting.map((buyer) => checkout(buyer, game)))
    for (let visit = 0; visit < 20; visit += 1) {
      const answers = await Promise.all([
        test.nobody.get('/api/games'),
        test.nobody.get(`/api/games/${game.id}`),
        buyers[visit]?.get('/api/orders'),
        test.nobody.get(`/api/order-status/${orders[visit]?.orderId}`),
      ])
      expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 200])
    }
    for (const answer of await refused)
      expect(answer).toMatchObject({
        status: 503,
        body: { error: 'Something went wrong creating the checkout' },
      })
    for (const order of orders) expect(await statusOf(test, order)).not.toBe('PAID')

    await provider.heal()
    await Promise.all(orders.map((order) => shop.lookNow(order)))
    await eventually(async () => {
      const left = await test.db.selectFrom('orders').select('id').where('status', '=', 'CREATED').execute()
      const open = left.filter(({ id }) => orders.some((order) => order.orderId === id))
      if (open.length > 0) await sleep(500)
      return open.length === 0
    }, 60_000)
    for (const order of orders) await shop.expectSoldOnce(order)
    for (const buyer of waiting) expect((await checkout(buyer, game)).status).toBe(200)
    expect(await findDifferences(test.db)).toEqual([])
  }, 120_000)
})
