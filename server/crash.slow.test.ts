import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessTokens } from './accounts/sessions/access-token.ts'
import { systemClock } from './platform/clock.ts'
import { type Connection, connect } from './platform/database/database.ts'
import { buy } from './testing/buying.ts'
import { clientOf } from './testing/client.ts'
import { freshDatabase } from './testing/database.ts'
import { addGame } from './testing/fixtures/games.ts'
import { signedIn } from './testing/fixtures/people.ts'
import { type StoreProcess, storeProcess } from './testing/process.ts'
import { KILLS } from './testing/rounds.ts'
import { eventually, type TestStore } from './testing/store.ts'

const SECRET_KEY = 'known to the test, so that it can sign people in'

/** The games sold here have no files, so nothing is stored. */
const NO_FILES = {} as TestStore['storage']

let database: Awaited<ReturnType<typeof freshDatabase>>
let connection: Connection
let shop: StoreProcess

beforeAll(async () => {
  database = await freshDatabase()
  connection = connect(database.url, console)
  shop = await storeProcess({ DATABASE_URL: database.url, SECRET_KEY, DEMO: '0' })
  await shop.start()
})
afterAll(async () => {
  await shop.remove()
  await connection.close()
  await database.drop()
})

it(`C6 killed between "paid" and the answer, ${KILLS} times in a row, grants every paid order once`, async () => {
  const { db } = connection
  const store = { db, url: shop.url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const orders: { orderId: string; invoiceId: string }[] = []
  const isPaid = async (invoiceId: string) =>
    (
      await db
        .selectFrom('sandbox_invoices')
        .select('status')
        .where('id', '=', invoiceId)
        .executeTakeFirstOrThrow()
    ).status === 'paid'
  const developer = await signedIn(store, 'developer')
  const buyer = await signedIn(store)

  for (let kill = 0; kill < KILLS; kill += 1) {
    const game = await addGame({ db, storage: NO_FILES }, { developerId: developer.id, files: [] })
    const order = await buy(buyer, game)
    orders.push(order)
    // The kill may come before the answer, which nobody waits for.
    const paid = clientOf(shop.url)
      .post(`/sandbox/invoice/${order.invoiceId}/simulate`, { event: 'pay' })
      .catch(() => null)
    await eventually(() => isPaid(order.invoiceId))
    await sleep((kill * 120) / KILLS) // from the message's arrival to the answer and the jobs behind it
    await shop.end('SIGKILL')
    await paid
    await shop.start()
  }
  for (const { orderId } of orders)
    await eventually(
      async () => (await clientOf(shop.url).get(`/api/order-status/${orderId}`)).body.status === 'PAID',
    )
  const grants = await db.selectFrom('grants').select('order_id').execute()
  const entries = await db.selectFrom('ledger_entries').select('order_id').execute()
  expect(new Set(grants.map((grant) => grant.order_id)).size).toBe(KILLS)
  expect(grants).toHaveLength(KILLS)
  expect(entries).toHaveLength(KILLS * 4)
}, 300_000)

it('ends in order on SIGTERM', async () => {
  expect(await shop.end('SIGTERM')).toBe(0)
})
