/** The store of an earlier release (`testing/old-store/`) is brought to this one: all that its users hold goes on to work. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repairAllDays } from './analytics/repair-days.ts'
import { readConfig } from './config.ts'
import { findDifferences } from './orders/settlement/find-differences.ts'
import { onConnection } from './platform/database/connection.ts'
import type { Database } from './platform/database/database.ts'
import { type Browser, browserOf } from './testing/browser.ts'
import { simulate, statusOf, untilStatus } from './testing/buying.ts'
import { type Client, clientOf } from './testing/client.ts'
import { emptyDatabase } from './testing/database.ts'
import { type NowpaymentsServer, nowpaymentsServer } from './testing/fakes/nowpayments-server.ts'
import { eventually, openTestStore, type TestStore, useTestStore } from './testing/store.ts'

const read = (name: string) => readFileSync(new URL(`testing/old-store/${name}`, import.meta.url))
const old = JSON.parse(String(read('planted.json')))

const fresh = useTestStore()
let nowpayments: NowpaymentsServer
let test: TestStore
let june: Client
let admin: Client
beforeAll(async () => {
  nowpayments = await nowpaymentsServer()
  const database = await emptyDatabase()
  await onConnection({ connectionString: database.url }, (client) => client.query(plantedJustNow()))
  test = await openTestStore({
    database,
    pages: 'built',
    settings: { ...nowpayments.settings, PAYMENT_PROVIDER: 'sandbox,nowpayments', SECRET_KEY: old.secretKey },
  })
  for (const [key, bytes] of Object.entries(old.files))
    await test.storage.write(key, Buffer.from(String(bytes)))
  june = await signedInAgain('june')
  admin = await signedInAgain('admin')
})
afterAll(async () => {
  await test.close()
  await nowpayments.close()
})

/** The dump with its times moved, as though the old store had stopped a moment ago. */
function plantedJustNow(): string {
  const elapsedMs = Date.now() - Date.parse(old.plantedAt)
  return String(gunzipSync(read('store.sql.gz'))).replace(
    /'(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?)\+00'/g,
    (_, time) => `'${new Date(Date.parse(`${time}Z`) + elapsedMs).toISOString()}'`,
  )
}

const browserWith = (cookies: Record<string, string>): Browser => {
  const browser = browserOf(test)
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
  return browser
}

/** By the refresh cookie that the old store gave. */
async function signedInAgain(name: string): Promise<Client> {
  const { status, body, text } = await browserWith(old.people[name].cookies).post('/api/refresh')
  expect(status, text).toBe(200)
  return clientOf(test.url, body.accessToken)
}

/** What a browser shows at an address, after all redirects. */
const pageAt = (path: string) => fetch(test.url + path, { headers: { connection: 'close' } })

it('an upgraded store has the schema, queues and schedules of a new store', async () => {
  expect(await schemaOf(test.db)).toEqual(await schemaOf(fresh.db))
  expect(await queuesOf(test.db)).toEqual(await queuesOf(fresh.db))
})

it('an upgraded store runs every waiting job', async () => {
  await untilStatus(test, old.orders.hinted, 'PAID')
  await eventually(async () => (await test.mailsTo(old.people.developer.email)).some(isOfPassword))
  await eventually(async () => (await june.get('/api/account/export')).body.export.state === 'ready')
  await test.drain()
  await eventually(async () => (await jobsLeft(test.db)).length === 0)
})
const isOfPassword = ({ text = '' }: { text?: string }) => text.includes('/reset-password?token=')

it('an upgraded store shows what an account chose, bought and put into its basket', async () => {
  expect((await june.get('/api/whoami')).body).toMatchObject({
    email: old.people.june.email,
    notifyUpdates: true,
  })
  expect((await june.get('/api/limits')).body).toMatchObject({ levels: { gore: 2 }, allowsAvoidable: true })
  expect((await june.get('/api/basket')).body.items).toMatchObject([{ gameId: old.games.other.id }])
  const orders = (await june.get('/api/orders')).body
  expect(orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual(
    expect.arrayContaining([old.orders.paid.orderId, old.nowpayments.half.orderId]),
  )
})

it.each([
  ['paid', 'PAID'],
  ['refunded', 'PAID'],
  ['overpaid', 'PAID'],
  ['open', 'WAITING'],
  ['half', 'PENDING'],
  ['seen', 'PENDING'],
  ['discounted', 'CREATED'],
  ['created', 'CREATED'],
  ['expired', 'EXPIRED'],
  ['failed', 'FAILED'],
  ['cancelled', 'CANCELLED'],
])('an upgraded store keeps the status of an order that was %s', async (name, status) => {
  expect(await statusOf(test, old.orders[name])).toBe(status)
  expect((await pageAt(`/pay/${old.orders[name].payToken}`)).status).toBe(200)
})

it.each(['open', 'half', 'discounted', 'created', 'expired'])(
  'an upgraded store accepts the payment of an order that was %s, at its old price',
  async (name) => {
    await simulate(test, old.orders[name], 'pay')
    await untilStatus(test, old.orders[name], 'PAID')
    const cases = (await admin.get('/api/admin/payment-cases')).body
    expect(cases.map(({ orderId }: { orderId: string }) => orderId)).not.toContain(old.orders[name].orderId)
  },
)

it('an upgraded store accepts payments of unpaid and half-paid orders under their old provider ids', async () => {
  const { unpaid, half, invoices, payments } = old.nowpayments
  for (const invoice of invoices)
    nowpayments.invoices.set(invoice.id, {
      ...invoice,
      ipn_callback_url: `${test.url}/api/webhooks/nowpayments`,
    })
  for (const payment of payments) nowpayments.payments.set(payment.payment_id, payment)
  const [whole, firstHalf] = payments
  await nowpayments.pay(whole)
  await untilStatus(test, unpaid, 'PAID')
  await nowpayments.repeat(firstHalf, { payment_status: 'finished', outcome_amount: 11 })
  await untilStatus(test, half, 'PAID')
})

it('an upgraded store’s books balance to the cent', async () => {
  await test.drain()
  expect(await findDifferences(test.db)).toEqual([])
  const cases = (await admin.get('/api/admin/payment-cases')).body
  expect(cases).toMatchObject([{ orderId: old.orders.overpaid.orderId, kind: 'overpaid' }])
})

it('an upgraded store requires the two-step verification that was set up before', async () => {
  const { email, secret } = old.people.kim
  const browser = browserOf(test)
  expect((await browser.post('/api/login', { email, password: old.password })).body.code).toBe(
    'second_factor_needed',
  )
  const code = new TOTP({ secret }).generate()
  expect((await browser.post('/api/login/second-factor', { code })).status).toBe(200)
})

it('an upgraded store shows a developer the earlier payouts and their statements', async () => {
  const { email } = old.people.developer
  const { body } = await browserOf(test).post('/api/login', { email, password: old.password })
  const developer = clientOf(test.url, body.accessToken)
  expect((await developer.get('/api/dev/payouts')).body).toMatchObject(old.payouts)
  for (const { _id, amount } of old.payouts)
    expect((await developer.get(`/api/payouts/${_id}`)).body.totals).toMatchObject({ amount })
})

it('every page and every emailed link of the old store leads to a page', async () => {
  const pages = old.pages.filter((pattern: string) => !NEVER_FOUND.includes(pattern))
  const paths: string[] = [...old.links, ...pages.map(withParameters)]
  const found = await Promise.all(paths.map(async (path) => [path, (await pageAt(path)).status]))
  expect(found.filter(([, status]) => status !== 200)).toEqual([])
  const disowning = await test.nobody.get(`/reset-password?not-me=${old.mailed.notMe}`)
  expect(disowning.headers.get('location')).toBe(`/take-back#not-me=${old.mailed.notMe}`)
})

/** The old store had no bundle, and a link that ended is told of with 404. */
const NEVER_FOUND = ['/bundle/:slug', '/link-ended']
const withParameters = (pattern: string): string =>
  pattern
    .replace('/game/:id', `/game/${old.games.paid.slug}`)
    .replace('/dev/:id', `/dev/${old.people.developer.id}`)
    .replace(':payToken', old.orders.open.payToken)
    .replace('/sandbox/invoice/:id', `/sandbox/invoice/${old.orders.open.invoiceId}`)
    .replace('/u/:token', old.mailed.unsubscribe)
    .replace('/:id?', '')

it('a download link from the old store works', async () => {
  const [file] = old.games.paid.files
  const response = await pageAt(old.downloadLink)
  expect([response.status, await response.text()]).toEqual([200, file.bytes])
})

it('the emailed links of the old store do what they say', async () => {
  const { reset, unsubscribe, emailChange, payoutFreeze, notMe } = old.mailed
  expect((await test.nobody.post(unsubscribe, {})).status).toBe(200)
  expect((await june.get('/api/whoami')).body.notifyUpdates).toBe(false)
  for (const [path, body] of [
    ['/api/take-back/look', { link: 'not-me', token: notMe }],
    ['/api/email-change/confirm', { token: emailChange }],
    ['/api/payout-freeze', { token: payoutFreeze }],
    ['/api/reset-password', { token: reset, password: 'another-Secret-phrase-8' }],
  ] as const) {
    const { status, text } = await test.nobody.post(path, body)
    expect(status, `${path} ${text}`).toBe(200)
  }
})

it('reads the old settings with their old meaning', () => {
  const config = readConfig({ SECRET_KEY: old.secretKey, DEMO: '0', ...old.settings })
  expect(config).toMatchObject(old.config)
})

it('an upgraded store logs no error', async () => {
  // The times of the dump were moved to now, its days were not: their figures are counted anew.
  await repairAllDays(test.store)
  expect(await repairAllDays(test.store)).toBe(0)
  const errors = test.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  // The built-in provider is asked before the store listens, and again a moment later.
  expect(
    errors.filter(({ err, msg }) => err?.type !== 'ProviderError' && !msg.startsWith('figures of days')),
  ).toEqual([])
})

async function jobsLeft(db: Database): Promise<unknown[]> {
  const { rows } = await sql`select name, output from jobs.job
    where state in ('failed', 'retry') or (state = 'created' and start_after <= now())`.execute(db)
  return rows
}

/** Each column, index, constraint and trigger, in words. */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ': ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

/** Each queue, and when its job is done where it has a schedule. */
async function queuesOf(db: Database): Promise<unknown[]> {
  const { rows } =
    await sql`select queue.name, cron from jobs.queue left join jobs.schedule using (name) order by name`.execute(
      db,
    )
  return rows
}
