import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buy } from './testing/buying.ts'
import { clientOf } from './testing/client.ts'
import { addGame } from './testing/fixtures/games.ts'
import { signedIn } from './testing/fixtures/people.ts'
import { useStoreProcess } from './testing/process.ts'
import { KILLS } from './testing/rounds.ts'
import { eventually, type TestStore } from './testing/store.ts'

const TIMEOUT_MS = 300_000

/** The games sold here have no files, so nothing is stored. */
const NO_FILES = {} as TestStore['storage']

const shop = useStoreProcess()

it(`C6 the store grants every paid order once, although it was killed ${KILLS} times right after a payment`, async () => {
  const { db } = shop
  // One check after each kill: the provider's books, received messages, settled orders, and sent emails.
  const steps = [
    (orderId: string) => sql`select from provider_messages where order_id = ${orderId}`,
    (
      orderId: string,
    ) => sql`select from sandbox_invoices join payment_references on reference = sandbox_invoices.order_id
      where payment_references.order_id = ${orderId} and status = 'paid'`,
    (orderId: string) => sql`select from orders where id = ${orderId} and status = 'PAID'`,
    (orderId: string) => sql`select from order_mails where order_id = ${orderId}`,
  ]
  const orders: { orderId: string; invoiceId: string }[] = []
  const developer = await signedIn(shop, 'developer')
  const buyer = await signedIn(shop)

  for (let kill = 0; kill < KILLS; kill += 1) {
    const game = await addGame({ db, storage: NO_FILES }, { developerId: developer.id, files: [] })
    const order = await buy(buyer, game)
    orders.push(order)
    // The kill may come before the answer, which nobody waits for.
    const paid = clientOf(shop.url)
      .post(`/sandbox/invoice/${order.invoiceId}/simulate`, { event: 'pay' })
      .catch(() => null)
    const step = steps[kill % steps.length]
    await eventually(async () => (await step?.(order.orderId).execute(db))?.rows.length, TIMEOUT_MS)
    await shop.end('SIGKILL')
    await paid
    await shop.start()
  }
  for (const { orderId } of orders)
    await eventually(
      async () => (await clientOf(shop.url).get(`/api/order-status/${orderId}`)).body.status === 'PAID',
      TIMEOUT_MS,
    )
  const grants = await db.selectFrom('grants').select('order_id').execute()
  const entries = await db.selectFrom('ledger_entries').select('order_id').execute()
  expect(new Set(grants.map((grant) => grant.order_id)).size).toBe(KILLS)
  expect(grants).toHaveLength(KILLS)
  expect(entries).toHaveLength(KILLS * 4)
}, 1_800_000)

it('the store shuts down cleanly on SIGTERM', async () => {
  expect(await shop.end('SIGTERM')).toBe(0)
})
