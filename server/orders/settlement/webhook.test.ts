import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { SIGNATURE_HEADER, sandboxProvider } from '../../payments/sandbox-provider.ts'
import { hmac } from '../../platform/signatures.ts'
import { play } from '../../sandbox/books.ts'
import { sandboxKeys } from '../../sandbox/keys.ts'
import { buy, checkout, statusOf, untilStatus } from '../../testing/buying.ts'
import { freshDatabase } from '../../testing/database.ts'
import { btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import { databaseRoad } from '../../testing/fakes/database-proxy.ts'
import { deliver } from '../../testing/fakes/provider-server.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { freePort, openTestStore, useTestStore } from '../../testing/store.ts'
import { queueDue } from './read-back.ts'

const test = useTestStore({ settings: { PAYMENT_POLL_SCALE: '1' } })
let game: TestGame

beforeAll(async () => {
  const developer = await signedIn(test, 'developer')
  game = await addGame(test, { developerId: developer.id })
})

const secret = () => sandboxKeys(test.store.config).webhookSecret
const sign = (body: string, key = secret()) => hmac(key, Buffer.from(body)).toString('hex')
const send = (body: string, signature: string | undefined, provider = 'sandbox') =>
  test.nobody.send('POST', `/api/webhooks/${provider}`, {
    body,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }),
    },
  })
const message = (orderId: string, messageId: string = randomUUID()) => JSON.stringify({ messageId, orderId })
const storedMessages = async () =>
  (await test.store.db.selectFrom('provider_messages').select('message_key').execute()).length

it('C5 refuses every message with an invalid signature, and stores none of them', async () => {
  const { orderId } = await buy(await signedIn(test), game)
  const body = message(orderId)
  const right = sign(body)
  const before = await storedMessages()
  const wrong = [
    undefined,
    '',
    'x',
    right.toUpperCase(),
    right.slice(0, 63),
    `${right}0`,
    sign(message(orderId)),
    sign(body, 'another secret'),
    hmac('', Buffer.from(body)).toString('hex'),
    '0'.repeat(64),
  ]
  for (const signature of wrong) expect((await send(body, signature)).status, String(signature)).toBe(401)
  expect((await send(`${body} `, right)).status).toBe(401)
  expect((await send('x'.repeat(65 * 1024), right)).status).toBe(413)
  expect((await send(body, right, 'btcpay')).status).toBe(404)
  expect(await storedMessages()).toBe(before)
  expect((await send(body, right)).status).toBe(200)
  expect(await storedMessages()).toBe(before + 1)
})

it('C5 a store with an empty secret does not start', () => {
  expect(() => sandboxProvider({ apiUrl: '', publicUrl: '', apiKey: 'key', webhookSecret: '' })).toThrow(
    'secret',
  )
})

it('C4 believes no message: a signed "paid" for an unpaid invoice changes nothing', async () => {
  const order = await buy(await signedIn(test), game)
  const body = JSON.stringify({
    messageId: randomUUID(),
    orderId: order.orderId,
    status: 'paid',
    amount: 9.99,
  })
  expect((await send(body, sign(body))).status).toBe(200)
  await test.drain()
  expect(await statusOf(test, order)).toBe('CREATED')
})

it('C4 does not take a payment of another amount or order for this one', async () => {
  const order = await buy(await signedIn(test), game)
  await test.store.db
    .updateTable('sandbox_invoices')
    .set({ amount_cents: 1 })
    .where('id', '=', order.invoiceId)
    .execute()
  await play(test.store.db, order.invoiceId, 'pay', 'SOL')
  const body = message(order.orderId)
  await send(body, sign(body))
  await test.drain()
  expect(await statusOf(test, order)).not.toBe('PAID')
  const row = await test.store.db
    .selectFrom('orders')
    .select('flags')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  expect(row.flags).toContain('review')
})

it('stores an unreadable signed message, and does not request it again', async () => {
  const before = await storedMessages()
  for (const body of ['not JSON', '[]', '{"orderId":7}'])
    expect((await send(body, sign(body))).status, body).toBe(200)
  expect(await storedMessages()).toBe(before + 3)
})

it('R7 C6 sells once, however often, late and in whatever order messages come, and stores each once', async () => {
  const order = await buy(await signedIn(test), game)
  const bodies = [1, 2, 3].map((number) => message(order.orderId, `${order.orderId}-${number}`))
  await play(test.store.db, order.invoiceId, 'detect', 'SOL')
  await play(test.store.db, order.invoiceId, 'pay', undefined)
  const before = await storedMessages()
  for (const body of [...bodies.toReversed(), ...bodies])
    expect((await send(body, sign(body))).status).toBe(200)
  await untilStatus(test, order, 'PAID')
  await Promise.all([...bodies, ...bodies].map((body) => send(body, sign(body))))
  await test.drain()
  expect(await storedMessages()).toBe(before + bodies.length)
  const rowsOf = (table: 'grants' | 'ledger_entries') =>
    test.store.db.selectFrom(table).select('order_id').where('order_id', '=', order.orderId)
  expect(await rowsOf('grants').execute()).toHaveLength(1)
  expect(await rowsOf('ledger_entries').where('line', '=', 'gross').execute()).toHaveLength(1)
})

it('C6 learns of a payment without any message, by polling', async () => {
  const order = await buy(await signedIn(test), game)
  await play(test.store.db, order.invoiceId, 'pay', 'BTC') // changes only the provider's books: the store gets no message
  await test.store.db
    .updateTable('orders')
    .set({ next_check_at: new Date() })
    .where('id', '=', order.orderId)
    .execute()
  await queueDue(test.store)
  await untilStatus(test, order, 'PAID')
})

it('answers 503 while the database is down, and counts the message when the provider repeats it', async () => {
  const database = await freshDatabase()
  const road = await databaseRoad(database.url)
  const port = await freePort()
  const provider = await btcpayServer()
  const url = `http://127.0.0.1:${port}`
  provider.sendMessagesTo(url)
  const shop = await openTestStore({
    database: { url: road.url, drop: database.drop },
    settings: { ...provider.settings, PORT: String(port), PUBLIC_URL: url, PAYMENT_POLL_SCALE: '1' },
  })
  const sold = await addGame(shop, { developerId: (await signedIn(shop, 'developer')).id })
  const { orderId } = (await checkout(await signedIn(shop), sold)).body
  provider.delivery = 'lost'
  const invoice = provider.choose([...provider.invoices.keys()][0] ?? '')
  await provider.see(invoice)
  await provider.confirm(invoice)
  const [paid] = provider.messages.slice(-1)
  if (!paid) throw new Error('there is no message')

  await road.cut()
  const unavailable = await fetch(paid.url, { method: 'POST', headers: paid.headers, body: paid.body })
  expect([unavailable.status, unavailable.headers.has('retry-after')]).toEqual([503, true])
  const forged = await fetch(paid.url, { method: 'POST', headers: paid.headers, body: `${paid.body} ` })
  expect(forged.status).toBe(401)

  await road.mend()
  expect(await deliver(paid)).toBe(200)
  await untilStatus(shop, { orderId, invoiceId: invoice.id }, 'PAID')
  await shop.close()
  await road.cut()
  await provider.close()
})
