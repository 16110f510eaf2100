/** Traces as an OpenTelemetry collector gets them from a store that sells. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccessTokens, accessTokens } from './accounts/sessions/access-token.ts'
import { readConfig } from './config.ts'
import { openStorage } from './parts.ts'
import { systemClock } from './platform/clock.ts'
import { type Connection, connect } from './platform/database/database.ts'
import { writeCursor } from './platform/database/paginate.ts'
import { buy } from './testing/buying.ts'
import { freshDatabase, type TestDatabase } from './testing/database.ts'
import { type BtcpayServer, btcpayServer } from './testing/fakes/btcpay-server.ts'
import { hasObjectStore, type ObjectStore, openObjectStore } from './testing/fakes/object-store.ts'
import { type CollectedSpan, traceCollector } from './testing/fakes/trace-collector.ts'
import { addGame } from './testing/fixtures/games.ts'
import { PASSWORD, signedIn } from './testing/fixtures/people.ts'
import { type StoreProcess, storeProcess } from './testing/process.ts'
import { eventually } from './testing/store.ts'

const SECRET_KEY = 'known to the test, so that it can sign people in'
const FAILED = 2 // the error's message, which quotes a value, stays here
const TOKEN = '5eed'.repeat(8)

let database: TestDatabase
let connection: Connection
let tokens: AccessTokens
let provider: BtcpayServer
let objects: ObjectStore | null
beforeAll(async () => {
  database = await freshDatabase()
  connection = connect(database.url, { error: () => undefined })
  tokens = accessTokens([SECRET_KEY], systemClock)
  provider = await btcpayServer()
  objects = hasObjectStore ? await openObjectStore() : null
})
afterAll(async () => {
  await connection.close()
  await database.drop()
  await provider.close()
  await objects?.stop()
})

it('sends traces of a purchase by routes and statements, without anything about the buyer', async () => {
  const collector = await traceCollector()
  const shop = await storeProcess({
    DATABASE_URL: database.url,
    SECRET_KEY,
    DEMO: '0',
    PAYOUT_PROVIDER: 'manual',
    ...provider.settings,
    ...objects?.environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  await shop.start()
  provider.sendMessagesTo(shop.url)
  const secrets = await sell(shop)
  expect(await shop.end('SIGTERM')).toBe(0) // the last spans are sent

  const { spans } = collector
  const [checkout] = spansNamed(spans, 'POST /api/checkout')
  expect(checkout).toMatchObject({
    service: 'nofiller',
    attributes: { 'http.route': '/api/checkout', 'http.response.status_code': 200 },
  })
  const inCheckout = below(spans, checkout)
  expect(statementsOf(inCheckout)).toContainEqual(expect.stringMatching(/insert into "orders" .*\$1/))
  expect(inCheckout.map(({ name }) => name)).toContain(`POST ${new URL(provider.url).host}`)
  const jobs = spansNamed(spans, 'job read-back').map((job) => statementsOf(below(spans, job)))
  expect(jobs.flat()).toContainEqual(expect.stringContaining('update "orders"'))
  expect(spansNamed(spans, 'job send-mail')).not.toEqual([])

  expect(spansNamed(spans, 'GET /api/download/:token')).not.toEqual([])
  expect(spansNamed(spans, 'GET /u/:token')).not.toEqual([])
  const [refused] = spansNamed(spans, 'GET /api/orders')
  expect(below(spans, refused).map(({ status }) => status)).toContainEqual({ code: FAILED })
  if (objects) expect(spans.map(({ name }) => name)).toContain('S3 HeadObjectCommand')

  const told = collector.received()
  expect(told).toContain('api/checkout')
  for (const secret of secrets) expect(told).not.toContain(secret)
  await collector.close()
  await shop.remove()
})

/** Somebody buys and downloads, and goes to addresses that hold what nobody else may know. @returns all of that */
async function sell(shop: StoreProcess): Promise<string[]> {
  const asked = { db: connection.db, tokens, url: shop.url }
  const developer = await signedIn(asked, 'developer')
  const { dataDir: DATA_DIR } = shop
  const storage = await openStorage(
    readConfig({ ...objects?.environment, DATA_DIR, SECRET_KEY }),
    systemClock,
  )
  const game = await addGame({ db: connection.db, storage }, { developerId: developer.id })
  const buyer = await signedIn(asked)
  const order = await buy(buyer, game)
  const invoice = provider.choose(order.invoiceId)
  await provider.see(invoice)
  await provider.confirm(invoice)
  await eventually(async () => (await buyer.get(`/api/order-status/${order.orderId}`)).body.status === 'PAID')
  const file = { fileId: game.files[0]?.id }
  const { body: link } = await buyer.post(`/api/library/${game.id}/link`, file)
  expect((await buyer.get(link.url)).status).toBe(302)
  await buyer.post('/api/login', { email: buyer.email, password: PASSWORD })
  await buyer.get(`/u/${TOKEN}`)
  await buyer.get(`/reset-password?token=${TOKEN}`)
  await buyer.get(`/api/games?q=${buyer.email}`)
  const wrongCursor = writeCursor({ value: buyer.email, id: buyer.id })
  expect((await buyer.get(`/api/orders?after=${wrongCursor}`)).status).toBe(400)
  const [linkToken, destination] = [link.url.split('/').at(-1), invoice.payments[0]?.destination]
  if (!linkToken || !destination) throw new Error('the purchase left no link or no address of a coin')
  return [
    ...[buyer.email, buyer.username, buyer.id, buyer.token, buyer.sessionId, PASSWORD, SECRET_KEY, TOKEN],
    ...[order.orderId, order.payToken, order.invoiceId, destination, linkToken, wrongCursor],
  ]
}

const spansNamed = (spans: CollectedSpan[], spanName: string) => spans.filter(({ name }) => name === spanName)

/** The work within a span. */
function below(spans: CollectedSpan[], root: CollectedSpan | undefined): CollectedSpan[] {
  const children = spans.filter(({ parentSpanId }) => root && parentSpanId === root.spanId)
  return children.flatMap((child) => [child, ...below(spans, child)])
}

const statementsOf = (spans: CollectedSpan[]) =>
  spans.flatMap(({ attributes }) => attributes['db.query.text'] ?? [])
