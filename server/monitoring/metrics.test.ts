import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { connect } from '../platform/database/database.ts'
import { buy } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from '../testing/fixtures/sales.ts'
import { useTestStore } from '../testing/store.ts'
import { metricsRoute } from './metrics.ts'
import { readStoreFigures } from './store-figures.ts'

const { db: away } = connect('postgres://nowhere.invalid/none', { error() {} })
const config = readConfig({ DATA_DIR: 'unused', SECRET_KEY: 'only for this test' })

const test = useTestStore()

async function metrics(changes: Partial<Config>, headers: Record<string, string> = {}, db = away) {
  const app = Fastify()
  metricsRoute(app, { ...config, ...changes }, { providers: new Map(), replica: null, db, log: app.log })
  const { statusCode, body } = await app.inject({ url: '/metrics', headers })
  return { status: statusCode, text: body }
}

it('F8 shows metrics to this machine, and in production only with the token', async () => {
  expect((await metrics({})).status).toBe(200)
  expect((await metrics({ production: true })).status).toBe(404)
  const withToken = { production: true, METRICS_TOKEN: 'scrape-me' }
  expect((await metrics(withToken)).status).toBe(404)
  expect((await metrics(withToken, { authorization: 'Bearer scrape-me' })).status).toBe(200)
})

it('the metrics report only that the database is down while it is', async () => {
  expect((await metrics({}, {}, test.db)).text).toMatch(/^store_payment_cases_open 0$/m)
  const { text } = await metrics({})
  expect(text).toMatch(/^store_figures_known 0$/m)
  expect(text).not.toMatch(/^store_payment_cases_open \d/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  const back = await metrics({}, {}, test.db)
  expect(back.text).toMatch(/^store_figures_known 1$/m)
  expect(back.text).toMatch(/^store_payment_cases_open 0$/m)
})

it('the metrics report how full the disk is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nofiller-metrics-'))
  const { text } = await metrics({ dataDir })
  await rm(dataDir, { recursive: true })
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(bytes('store_disk_free_bytes')).toBeGreaterThan(0)
  expect(bytes('store_disk_size_bytes')).toBeGreaterThanOrEqual(bytes('store_disk_free_bytes'))
})

it('the metrics report the clock’s difference from the database', async () => {
  const apart = async () => {
    const { text } = await metrics({}, {}, test.db)
    return Number(/^store_clock_apart_seconds (\S+)$/m.exec(text)?.[1])
  }
  expect(await apart()).toBeLessThan(60)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  const behind = await apart().finally(() => vi.useRealTimers())
  expect(Math.round(behind / 60)).toBe(60)
  expect((await metrics({})).text).not.toMatch(/^store_clock_apart_seconds \d/m)
})

it('the metrics report pending money: unsettled orders, cases, differences and payouts', async () => {
  const developer = await signedIn(test, 'developer')
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: developer.id })
  expect(await readStoreFigures(test.db)).toMatchObject({
    store_unsettled_order_seconds: 0,
    store_ledger_differences: null,
    store_reconciled_seconds: null,
    store_payouts_open: 0,
  })

  const { orderId } = await buy(june, game)
  await test.sql`insert into provider_payments
    (provider, provider_payment_id, order_id, amount_cents, confirmed, first_seen_at)
    values ('sandbox', 'stuck', ${orderId}, 999, false, now() - interval '3 hours')`
  await test.sql`insert into payment_cases (order_id, kind, created_at)
    values (${orderId}, 'overpaid', now() - interval '2 days')`
  await test.sql`insert into reconciliations (night, differences, created_at)
    values (current_date, '[{}, {}, {}]', now() - interval '1 hour')`
  const soldAt = new Date(Date.now() - 10 * 86_400_000)
  await addSale(test, await signedIn(test), game, { developerId: developer.id, cents: 9_000, soldAt })
  await addPayoutAddress(test, developer.id)
  expect((await developer.post('/api/dev/payouts', {})).status).toBe(200)

  const figures = await readStoreFigures(test.db)
  expect(figures).toMatchObject({
    store_payment_cases_open: 1,
    store_ledger_differences: 3,
    store_payouts_open: 1,
    store_payouts_for_person: 1,
    store_payouts_unknown: 0,
    store_jobs_failed: 0,
    store_mails_failed: 0,
    store_mail_bounces_day: 0,
  })
  const hours = (seconds: number | null) => Math.floor(Number(seconds) / 3_600)
  expect(hours(figures.store_unsettled_order_seconds)).toBe(3)
  expect(hours(figures.store_payment_case_oldest_seconds)).toBe(48)
  expect(hours(figures.store_reconciled_seconds)).toBe(1)
})

it('the metrics report late and failed work', async () => {
  const june = await signedIn(test)
  await test.sql`insert into mail_bounces (account_id, email, kind) values (${june.id}, ${june.email}, 'bounced')`
  const [queue] = await test.sql<{ name: string }>`select name from jobs.queue where name = 'send-mail'`
  expect(queue).toBeDefined()
  await test.sql`insert into jobs.job (name, state, completed_on) values ('send-mail', 'failed', now())`
  expect(await readStoreFigures(test.db)).toMatchObject({
    store_jobs_failed: 1,
    store_mails_failed: 1,
    store_mail_bounces_day: 1,
  })
})
