import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { checkout } from '../../testing/buying.ts'
import { clientOf } from '../../testing/client.ts'
import { mailServer } from '../../testing/fakes/mail-server.ts'
import { nowpaymentsServer } from '../../testing/fakes/nowpayments-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { useStoreProcess } from '../../testing/process.ts'
import { eventually, type TestStore } from '../../testing/store.ts'

const TIMEOUT_MS = 300_000

/** The games sold here have no files, so nothing is stored. */
const NO_FILES = {} as TestStore['storage']

const provider = await nowpaymentsServer()
const emails = await mailServer()
afterAll(() => Promise.all([emails.close(), provider.close()]))
const shop = useStoreProcess(async () => ({
  SMTP_URL: emails.url,
  PAYMENT_POLL_SCALE: '5',
  ...provider.settings,
}))

it('R3 emails and read-backs of a killed process continue after 10 s of silence, and happen once', async () => {
  const { db } = shop
  const developer = await signedIn(shop, 'developer')
  const buyer = await signedIn(shop)
  const game = await addGame({ db, storage: NO_FILES }, { developerId: developer.id, files: [] })
  const { orderId } = (await checkout(buyer, game)).body
  const [invoiceId = ''] = provider.invoices.keys()
  const payment = await provider.choose(invoiceId, 'sol')

  emails.failBy(() => 'silence')
  const nobody = clientOf(shop.url)
  await nobody.post('/api/forgot-password', { email: buyer.email })
  await eventually(() => emails.faults > 0)
  await provider.fail('hang', 100, 'GET')
  void provider.pay(payment)
  const areInHand = sql`state = 'active' and name in ('send-mail', 'read-back') and heartbeat_seconds = 10`
  const inHand = async () => (await sql`select from jobs.job where ${areInHand}`.execute(db)).rows.length
  await killWhile(async () => (await inHand()) === 2)
  // Only the interrupted job reads the order.
  await db.updateTable('orders').set({ next_check_at: null }).where('id', '=', orderId).execute()
  // Both were silent for longer than allowed.
  await sql`update jobs.job set heartbeat_on = now() - interval '11 seconds' where ${areInHand}`.execute(db)

  emails.failBy(() => null)
  await provider.heal()
  await shop.start()
  await eventually(() => (emails.received.get(buyer.email) ?? 0) > 0, TIMEOUT_MS)
  await eventually(async () => {
    const { body } = await nobody.get(`/api/order-status/${orderId}`)
    return body.status === 'PAID'
  }, TIMEOUT_MS)
  await eventually(() => emails.received.get(buyer.email) === 2, TIMEOUT_MS) // the requested link, and the receipt
  const entries = await db
    .selectFrom('ledger_entries')
    .select('line')
    .where('order_id', '=', orderId)
    .execute()
  expect(entries.filter(({ line }) => line === 'gross')).toHaveLength(1)
}, 600_000)

/** A job may end in the moment of the kill; the process is then started and killed again. */
async function killWhile(isSo: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await eventually(isSo, TIMEOUT_MS)
    await shop.end('SIGKILL')
    if (await isSo()) return
    await shop.start()
  }
}
