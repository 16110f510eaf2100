import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessTokens } from '../../accounts/sessions/access-token.ts'
import { checkout } from '../../testing/buying.ts'
import { clientOf } from '../../testing/client.ts'
import { freshDatabase } from '../../testing/database.ts'
import { type MailServer, mailServer } from '../../testing/fakes/mail-server.ts'
import { type NowpaymentsServer, nowpaymentsServer } from '../../testing/fakes/nowpayments-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { type StoreProcess, storeProcess } from '../../testing/process.ts'
import { eventually, type TestStore } from '../../testing/store.ts'
import { systemClock } from '../clock.ts'
import { type Connection, connect } from '../database/database.ts'

const SECRET_KEY = 'known to the test, so that it can sign people in'
const TIMEOUT_MS = 300_000

/** The games sold here have no files, so nothing is stored. */
const NO_FILES = {} as TestStore['storage']

let database: Awaited<ReturnType<typeof freshDatabase>>
let connection: Connection
let provider: NowpaymentsServer
let emails: MailServer
let shop: StoreProcess

beforeAll(async () => {
  database = await freshDatabase()
  connection = connect(database.url, console)
  provider = await nowpaymentsServer()
  emails = await mailServer()
  shop = await storeProcess({
    DATABASE_URL: database.url,
    SECRET_KEY,
    SMTP_URL: emails.url,
    DEMO: '0',
    PAYMENT_POLL_SCALE: '5',
    ...provider.settings,
  })
  await shop.start()
})
afterAll(async () => {
  await shop.remove()
  await Promise.all([emails.close(), provider.close(), connection.close()])
  await database.drop()
})

it('R3 emails and read-backs of a killed process continue after 10 s of silence, and happen once', async () => {
  const { db } = connection
  const store = { db, url: shop.url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const developer = await signedIn(store, 'developer')
  const buyer = await signedIn(store)
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
