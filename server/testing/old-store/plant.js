/**
 * Plants the store of commit a4bd907 by its own code and writes down what its users hold. It is run in a worktree of that
 * commit, as README.md beside it says, so nothing of this commit is imported here.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { pages } from '@nofiller/contract/access'
import { THEMES } from '@nofiller/contract/limits/content-warnings'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { sandboxPayouts } from './payouts/providers/sandbox-payouts.ts'
import { workOnce } from './payouts/sending/work.ts'
import { askForExport } from './personal-data/exports.ts'
import { sandboxKeys } from './sandbox/keys.ts'
import { browserOf } from './testing/browser.ts'
import { buy, buyAndPay, checkout, simulate, untilStatus } from './testing/buying.ts'
import { openDebianPostgres } from './testing/fakes/debian-postgres.ts'
import { nowpaymentsServer } from './testing/fakes/nowpayments-server.ts'
import { addGame } from './testing/fixtures/games.ts'
import { PASSWORD, signedIn } from './testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from './testing/fixtures/sales.ts'
import { openTestStore } from './testing/store.ts'

const OUT = process.env.OUT ?? ''
const SECRET_KEY = 'the-key-of-the-old-store-of-tests-alone'
const DAY_MS = 86_400_000
/** So that the fake provider of a later run gives its new invoices other numbers than these. */
const NUMBERS_LEFT_FREE = 100

it('plants', async () => {
  const postgres = await openDebianPostgres()
  const url = await postgres.newDatabase()
  const database = { url, drop: async () => undefined }
  const open = (settings) => openTestStore({ database, settings: { SECRET_KEY, ...settings } })
  const mails = []
  const close = async (store) => {
    await store.drain()
    const folder = join(store.dataDir, 'mail')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.eml')))
      mails.push(await PostalMime.parse(readFileSync(join(folder, name))))
    await store.close()
  }

  const store = await open({ PAYMENT_PROVIDERS: 'sandbox', PAYOUT_POLL_SCALE: '0.001' })
  const people = await plantPeople(store)
  const games = await plantGames(store, people)
  await plantOffers(people, games)
  const orders = await plantOrders(store, people, games)
  const payouts = await plantPayouts(store, people, games)
  const mailed = await plantSettings(store, people, games)
  const link = await people.june.post(`/api/library/${games.paid.id}/link`, {
    fileId: games.paid.files[0].id,
  })
  const files = filesBelow(join(store.dataDir, 'files/games'))
  await close(store)

  const nowpayments = await plantNowpayments(open, close, people, games)
  // Only now, so that nothing works them off: the next to start is the store of a later commit.
  const waiting = await open({ PAYMENT_PROVIDERS: 'sandbox' })
  await plantWaitingJobs(waiting, people, games, orders)
  await waiting.close()

  const plantedAt = new Date()
  const links = [
    ...new Set(mails.flatMap(({ text }) => (text ?? '').match(/http:\S+/g) ?? []).map(withoutHost)),
  ]
  const planted = {
    plantedAt,
    secretKey: SECRET_KEY,
    password: PASSWORD,
    settings: SETTINGS,
    config: configOf(SETTINGS),
    pages: Object.keys(pages),
    people: Object.fromEntries(
      Object.entries(people).map(([name, { id, email, cookies, secret }]) => [
        name,
        { id, email, secret, cookies: cookies && Object.fromEntries(cookies) },
      ]),
    ),
    files,
    games,
    orders,
    payouts,
    nowpayments,
    mailed,
    links,
    downloadLink: withoutHost(link.body.url),
  }
  mkdirSync(OUT, { recursive: true })
  writeFileSync(join(OUT, 'planted.json'), `${JSON.stringify(planted, null, 2)}\n`)
  await postgres.ask(new URL(url).pathname.slice(1), `delete from jobs.job where state = 'completed'`)
  const dump = execFileSync(
    'pg_dump',
    ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', url],
    {
      env: { ...process.env, TZ: 'UTC', PGTZ: 'UTC' },
      maxBuffer: 64 * 1024 ** 2,
    },
  )
  // Newer versions of pg_dump write commands of psql, which no server knows.
  const statements = dump
    .toString()
    .replace(/^\\.*$/gm, '')
    .replace(/^--.*\n/gm, '')
    .replace(/\n{2,}/g, '\n')
  writeFileSync(join(OUT, 'store.sql.gz'), gzipSync(statements, { level: 9 }))
  await postgres.stop()
})

/** All are texts. */
const filesBelow = (folder) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [`games/${name}`, readFileSync(join(folder, name), 'utf8')]),
  )

const withoutHost = (url) => url.replace(/^http:\/\/[^/]+/, '')

/** One that is set, of each kind: names, lists, numbers, choices and rules. */
const SETTINGS = {
  STORE_NAME: 'The Old Store',
  PAYMENT_PROVIDER: 'nowpayments',
  NOWPAYMENTS_API_KEY: 'np-api-key-for-tests',
  NOWPAYMENTS_IPN_SECRET: 'np-ipn-secret-for-tests',
  INVOICE_TTL_MINUTES: '90',
  PAYMENT_TOLERANCE_PERCENT: '2.5',
  PLATFORM_SHARE_PERCENT: '12',
  PAYOUT_COINS: 'USDC-SOL',
  PAYOUT_HOLD_DAYS: '9',
  PAYOUT_WEEKDAY: 'monday',
  DELETION_GRACE_DAYS: '20',
  REQUIRE_SECOND_FACTOR: '1',
  REVIEW_FIRST_GAME: 'after',
  REVIEW_SAMPLE_PERCENT: '7',
  STATUS_PAGE: '1',
  SUPPORT_EMAIL: 'help@example.test',
  SELLER_NAME: 'Old Store Ltd',
  TRUST_PROXY: '10.0.0.0/8',
  RATE_LIMIT_SCALE: '2',
  METRICS_TOKEN: 'metrics-token-for-tests',
  API_DOCS: '1',
}

/** What they lead to, by the names of that time. */
const configOf = (settings) => {
  const config = readConfig({ SECRET_KEY, DATA_DIR: '/tmp', DEMO: '0', ...settings })
  const names = [...Object.keys(settings), 'paymentProviders', 'payoutCoins', 'trustedProxies']
  return Object.fromEntries(names.map((name) => [name, config[name]]))
}

async function plantPeople(store) {
  const browse = async (person) => {
    const browser = browserOf(store)
    const answer = await browser.post('/api/login', { email: person.email, password: PASSWORD })
    expect(answer.status, answer.text).toBe(200)
    return { ...person, cookies: browser.cookies }
  }
  const june = await browse(await signedIn(store))
  const kim = await signedIn(store)
  const { secret } = (await kim.post('/api/second-factor/setup', { password: PASSWORD })).body
  const on = await kim.post('/api/second-factor', { code: new TOTP({ secret }).generate() })
  expect(on.status, on.text).toBe(200)
  return {
    june,
    kim: { ...kim, secret },
    lena: await signedIn(store),
    developer: await signedIn(store, 'developer'),
    rival: await signedIn(store, 'developer'),
    admin: await browse(await signedIn(store, 'admin')),
  }
}

async function plantGames(store, { developer }) {
  const add = async (title, { files = [{}], ...more } = {}) => {
    const withBytes = files.map((file, nth) => ({ ...file, bytes: Buffer.from(`File ${nth} of ${title}`) }))
    const game = await addGame(store, { developerId: developer.id, title, files: withBytes, ...more })
    return { ...game, title, files: game.files.map((file) => ({ ...file, bytes: String(file.bytes) })) }
  }
  return {
    paid: await add('Paid Harbor', { files: [{ name: 'Zwölf Nächte.zip' }, { customPriceCents: 400 }] }),
    open: await add('Open Harbor', { priceCents: 1_200 }),
    half: await add('Half Harbor', { priceCents: 2_000 }),
    other: await add('Other Harbor', { priceCents: 1_500 }),
    third: await add('Third Harbor', { priceCents: 800 }),
    named: await add('Named Harbor', { priceCents: 1_800 }),
    namedHalf: await add('Named Half Harbor', { priceCents: 2_200 }),
    hinted: await add('Hinted Harbor', { priceCents: 700 }),
  }
}

/** A code that counts once, and a sale. */
async function plantOffers({ developer }, games) {
  const made = [
    await developer.post('/api/dev/discount-codes', {
      code: 'HARBOR',
      percent: 20,
      amount: null,
      uses: 1,
      isOnce: true,
      endsAt: null,
      gameIds: [],
    }),
    await developer.post('/api/dev/sales', {
      name: 'Harbor week',
      percent: 30,
      price: null,
      gameIds: [games.third.id],
      beginsAt: new Date(Date.now() - 1_000).toISOString(),
      endsAt: new Date(Date.now() + DAY_MS).toISOString(),
    }),
  ]
  for (const { status, text } of made) expect(status, text).toBe(200)
}

/** One of each state, and what can be between them. */
async function plantOrders(store, { june, kim, lena, admin }, games) {
  const until = async (order, event, status) => {
    await simulate(store, order, event)
    await untilStatus(store, order, status)
    return order
  }
  const paid = await buyAndPay(store, june, games.paid)
  const refunded = await buyAndPay(store, kim, games.paid)
  await store.drain()
  const refund = await admin.post(`/api/admin/orders/${refunded.orderId}/refunds`, {
    items: [{ position: 0, cents: 999 }],
    transactionId: 'tx-of-the-refund',
    reason: 'The archive was damaged.',
  })
  expect(refund.status, refund.text).toBe(200)
  const overpaid = await buy(lena, games.paid)
  await until(overpaid, 'overpay', 'PAID')
  const open = await buy(june, games.open)
  await until(open, 'choose', 'WAITING')
  const half = await buy(june, games.half)
  await until(half, 'underpay', 'PENDING')
  const seen = await until(await buy(lena, games.other), 'detect', 'PENDING')
  const { body } = await checkout(kim, games.named, [], { code: 'harbor' })
  const discounted = { orderId: body.orderId, invoiceId: body.invoiceUrl.split('/').at(-1) }
  const created = await buy(lena, games.third)
  const expired = await until(await buy(kim, games.other), 'expire', 'EXPIRED')
  const failed = await until(await buy(kim, games.open), 'fail', 'FAILED')
  const cancelled = await until(await buy(kim, games.half), 'cancel', 'CANCELLED')
  return {
    paid,
    refunded,
    overpaid,
    open,
    half,
    seen,
    discounted,
    created,
    expired,
    failed,
    cancelled,
  }
}

/** One that was paid, and one that waits for an admin. */
async function plantPayouts(store, { june, developer, admin }, games) {
  const soldAt = new Date(Date.now() - 10 * DAY_MS)
  const sell = async (cents) => {
    const sold = { developerId: developer.id, cents, soldAt, title: 'Paid Harbor' }
    const id = await addSale(store, june, games.paid, sold)
    await sql`update orders set price_cents = ${cents} where id = ${id}`.execute(store.db)
    await sql`update order_items set price_cents = ${cents} where order_id = ${id}`.execute(store.db)
    await sql`update games set sales = sales + 1, revenue_cents = revenue_cents + ${cents}
      where id = ${games.paid.id}`.execute(store.db)
  }
  const provider = sandboxPayouts({ apiUrl: store.url, apiKey: sandboxKeys(store.store.config).apiKey })
  const work = async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      await setTimeout(1_000)
      await workOnce({ store: store.store, provider })
      await sql`update sandbox_payouts set released_at = '2000-01-01' where released_at is not null`.execute(
        store.db,
      )
    }
  }
  await sell(6_200)
  await addPayoutAddress(store, developer.id)
  const first = (await developer.post('/api/dev/payouts', {})).body
  await work(1)
  const approved = await admin.post('/api/admin/payouts/approve', { ids: [first._id] })
  expect(approved.body, approved.text).toMatchObject({ approved: 1 })
  await work(8)
  await sell(7_300)
  await developer.post('/api/dev/payouts', {})
  await store.drain()
  const states = (await developer.get('/api/dev/payouts')).body
  return states.map(({ _id, number, state, amount }) => ({ _id, number, state, amount }))
}

/** What people chose, and the mails they got of it. */
async function plantSettings(store, { june, lena, rival }, games) {
  const put = async (who, path, body) => {
    const answer = await who.send('PUT', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status, answer.text).toBe(200)
  }
  await put(june, '/api/settings', { notifyUpdates: true, page: '/settings/mails' })
  const levels = Object.fromEntries(THEMES.map(({ id }) => [id, id === 'gore' ? 2 : 0]))
  await put(june, '/api/limits', { levels, allowsAvoidable: true })
  await june.post('/api/basket', { goods: [{ gameId: games.other.id }] })
  await put(rival, '/api/payout-address', {
    coin: 'USDC-SOL',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    password: PASSWORD,
  })
  const elsewhere = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await browserOf(store).post('/api/login', { email: june.email, password: PASSWORD }, elsewhere)
  await lena.post('/api/forgot-password', { email: lena.email })
  await june.post('/api/email-change', { email: 'june.new@example.test', password: PASSWORD })
  const issue = `News of the harbor\n\nTwo games came out.\n\nRead more: ${store.url}/games\n`
  const { sendNews } = await import('./news/send-news.ts')
  await sendNews(store.store, issue, 'As planned')
  await store.drain()
  const find = async (to, pattern) => {
    const texts = (await store.mailsTo(to)).map(({ text = '', headers }) => text + JSON.stringify(headers))
    return texts.map((text) => pattern.exec(text)?.[1]).findLast(Boolean) ?? null
  }
  return {
    reset: await find(lena.email, /\/reset-password\?token=([\w-]+)/),
    notMe: await find(june.email, /not-me=([\w.-]+)/),
    unsubscribe: await find(june.email, /(\/u\/[\w-]+)/),
    emailChange: await find('june.new@example.test', /#confirm=([\w-]+)/),
    payoutFreeze: await find(rival.email, /\/payout-freeze#([\w.-]+)/),
  }
}

/** An invoice of a named provider that nobody paid, and one that was paid by half. */
async function plantNowpayments(open, close, { june }, games) {
  const fake = await nowpaymentsServer()
  const apiKey = fake.settings.NOWPAYMENTS_API_KEY
  for (let nth = 0; nth < NUMBERS_LEFT_FREE; nth += 1)
    await fetch(`${fake.apiUrl}/invoice`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify({ price_amount: 1 }),
    })
  fake.invoices.clear()
  const store = await open(fake.settings)
  const buyer = { ...june, ...(await clientAgain(store, june)) }
  const order = async (game) => {
    const { body, text } = await buyer.post('/api/checkout', {
      gameId: game.id,
      email: june.email,
      mode: 'base',
    })
    expect(body.orderId, text).toBeTruthy()
    return {
      orderId: body.orderId,
      payToken: body.payUrl.split('/').at(-1),
      invoiceId: [...fake.invoices.keys()].at(-1),
    }
  }
  const unpaid = await order(games.named)
  await untilStatus(store, { ...unpaid, payment: await fake.choose(unpaid.invoiceId, 'sol') }, 'WAITING')
  const half = await order(games.namedHalf)
  const payment = await fake.choose(half.invoiceId, 'sol')
  await fake.change(payment, {
    payment_status: 'partially_paid',
    actually_paid: payment.pay_amount / 2,
    outcome_amount: 10.5,
    payin_hash: 'hash-of-the-first-half',
  })
  await untilStatus(store, half, 'PENDING')
  await close(store)
  await fake.close()
  return { unpaid, half, invoices: [...fake.invoices.values()], payments: [...fake.payments.values()] }
}

async function clientAgain(store, { sessionId }) {
  const { clientOf } = await import('./testing/client.ts')
  return clientOf(store.url, await store.tokens.sign(sessionId))
}

/** A payment whose message came, a link that was asked for, a copy of somebody's data, and each thing that is done on time. */
async function plantWaitingJobs(store, { lena, june, developer }, games, orders) {
  const lenaAgain = await clientAgain(store, lena)
  await store.store.jobs.stop()
  orders.hinted = await buy({ ...lenaAgain, email: lena.email }, games.hinted)
  await simulate(store, orders.hinted, 'pay')
  await lenaAgain.post('/api/forgot-password', { email: developer.email })
  await askForExport(store.store, { id: june.id })
  await sql`insert into jobs.job (name, data) select name, '{}' from jobs.schedule`.execute(store.db)
}
