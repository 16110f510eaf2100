import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay, calledAs, checkout } from '../../testing/buying.ts'
import { longLockTimeoutDatabase } from '../../testing/database.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn, signedInCrowd } from '../../testing/fixtures/people.ts'
import { forEach } from '../../testing/for-each.ts'
import { BUYERS, CLICKS } from '../../testing/rounds.ts'
import { openTestStore, type TestStore } from '../../testing/store.ts'
import { findDifferences } from '../settlement/find-differences.ts'

/** Half of the database connections: a request that waits 2 s for one is refused, and a busy machine is slow. */
const AT_ONCE = 8

describe('many buyers at once', () => {
  let test: TestStore
  beforeAll(async () => {
    test = await openTestStore({
      database: await longLockTimeoutDatabase(),
      settings: { LOG_LEVEL: 'error' },
    })
  })
  afterAll(() => test.close())

  const newGame = async () => addGame(test, { developerId: (await signedIn(test, 'developer')).id })

  it(`${BUYERS} buyers check out, pay and download, ${AT_ONCE} at a time, without an error`, async ({
    annotate,
  }) => {
    const game = await newGame()
    const buyers = await signedInCrowd(test, BUYERS)
    const startedAt = performance.now()
    await forEach(buyers, AT_ONCE, async (buyer) => {
      await buyAndPay(test, buyer, game)
      const { status, body } = await buyer.post(`/api/library/${game.id}/download`, {
        fileId: game.files[0]?.id,
      })
      expect(status).toBe(200)
      const bytes = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())
      expect(bytes.equals(game.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    })
    const seconds = (performance.now() - startedAt) / 1_000
    await annotate(`${(BUYERS / seconds).toFixed(1)} sales a second, each with its download`)
    const sold = await test.db
      .selectFrom('games')
      .select(['sales', 'revenue_cents'])
      .where('id', '=', game.id)
      .executeTakeFirstOrThrow()
    expect(sold).toEqual({ sales: BUYERS, revenue_cents: BUYERS * 999 })
    expect(await findDifferences(test.db)).toEqual([])
    expect(test.logged).toEqual([])
  })

  it(`R8 ${CLICKS} clicks of one buyer at once open one order with one invoice, and no answer is worse than 503`, async () => {
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
      .where('order_id', 'in', calledAs(test, orders[0]?.id ?? ''))
      .execute()
    expect(invoices).toHaveLength(1)
  })

  it(`R8 ${CLICKS} claims of one free game by one player at once grant it once, and no answer is worse than 503`, async () => {
    const free = await addGame(test, { developerId: (await signedIn(test, 'developer')).id, priceCents: 0 })
    const june = await signedIn(test)
    const answers = await Promise.all(
      Array.from({ length: CLICKS }, () => june.post('/api/library/claim', { gameId: free.id })),
    )
    const statuses = new Set(answers.map((answer) => answer.status))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    const grants = await test.db.selectFrom('grants').select('id').where('account_id', '=', june.id).execute()
    expect(grants).toHaveLength(1)
  })
})
