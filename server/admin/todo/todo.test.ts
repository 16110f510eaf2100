import type { HealthCheck, ToDo } from '@nofiller/contract/admin/todo'
import { type ToDoCounts, WAITING_SHOWN } from '@nofiller/contract/admin/todo-rules'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { readStoreFigures } from '../../monitoring/store-figures.ts'
import { checkBackup } from '../../operations/doctor/check-database.ts'
import { recordBackup } from '../../platform/database/last-backup.ts'
import { buy, buyAndPay, simulate } from '../../testing/buying.ts'
import { btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, SELL_REQUEST, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { aReport } from '../../testing/fixtures/reports.ts'
import { aStore, eventually, freePort, useTestStore } from '../../testing/store.ts'
import { diskCheckOf } from './health-checks.ts'
import { countsQuery } from './todo.ts'
import { mailToDo } from './todo-mail.ts'

const test = useTestStore({ settings: { JOB_POLL_SECONDS: '0.5' } })
const admin = usePerson(test, 'admin')

/** Each test starts with an empty list. */
afterEach(async () => {
  await test.sql`delete from contact_messages`
  await test.sql`delete from payment_cases`
  await test.sql`delete from reports`
  await test.sql`delete from report_cases`
  await test.sql`delete from jobs.job where state = 'failed'`
  await test.sql`update accounts set developer_requested_at = null, todo_mailed_on = null`
})

const toDo = async (): Promise<ToDo> => (await admin.get('/api/admin/todo')).body
const counts = async (): Promise<ToDoCounts> => (await admin.get('/api/admin/todo/counts')).body
const write = (subject: string) =>
  test.nobody.post('/api/contact', { email: 'kim@example.test', subject, message: 'Why?' })
const setNotice = (who: Person, notifyToDo: boolean) => who.put('/api/admin/todo/notice', { notifyToDo })

it('counts what is to do, lists the oldest of each kind, and drops what is done', async () => {
  expect(await counts()).toEqual({
    reports: 0,
    requests: 0,
    cases: 0,
    payouts: 0,
    messages: 0,
    approvals: 0,
    reviews: 0,
    appeals: 0,
    notices: 0,
    sealed: 0,
    malware: 0,
    jobs: 0,
    total: 0,
  })
  const june = await signedIn(test)
  await june.post('/api/sell-request', SELL_REQUEST)
  for (let at = 0; at <= WAITING_SHOWN; at += 1) await write(`Question ${at}`)
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  await simulate(test, await buy(june, game), 'overpay')
  await eventually(async () => (await counts()).cases === 1)

  const waiting = await toDo()
  expect(waiting.counts).toEqual({
    reports: 0,
    requests: 1,
    cases: 1,
    payouts: 0,
    messages: 6,
    approvals: 0,
    reviews: 0,
    appeals: 0,
    notices: 0,
    sealed: 0,
    malware: 0,
    jobs: 0,
    total: 8,
  })
  expect(await counts()).toEqual(waiting.counts)
  expect(waiting.requests).toMatchObject([{ user: { _id: june.id }, plans: SELL_REQUEST.plans }])
  expect(waiting.cases).toMatchObject([{ kind: 'overpaid', email: june.email }])
  expect(waiting.messages.map(({ subject }) => subject)).toEqual(
    [0, 1, 2, 3, 4].map((at) => `Question ${at}`),
  )

  await admin.put(`/api/admin/contacts/${waiting.messages[0]?._id}`, { answered: true })
  expect((await counts()).messages).toBe(5)
})

it('counts by partial indexes that hold open work only', async () => {
  const plan = await test.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return (await sql<{ 'QUERY PLAN': string }>`explain ${countsQuery(admin.id)}`.execute(tx)).rows
  })
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  for (const index of [
    'accounts_asking',
    'payment_cases_open',
    'payouts_for_persons',
    'contact_messages_open',
    'job_failed',
    'malware_scans_infected',
  ])
    expect(text).toContain(index)
})

it('shows a failed job and can run it again', async () => {
  let isBroken = true
  let done = 0
  await test.store.jobs.work('test-job', async () => {
    if (isBroken) throw new Error('The disk is full')
    done += 1
  })
  await test.db.transaction().execute((tx) => test.store.jobs.send(tx, 'test-job', {}, { retryLimit: 0 }))
  const job = await eventually(async () => (await toDo()).jobs[0])
  expect(job).toMatchObject({
    queue: 'test-job',
    mail: null,
    error: 'The disk is full',
    tries: 1,
    isTriedAgain: false,
    failedAt: expect.stringMatching(/Z$/),
  })
  isBroken = false
  expect((await admin.post(`/api/admin/jobs/${job._id}/retry`)).status).toBe(200)
  await eventually(() => done === 1)
  await eventually(async () => (await counts()).jobs === 0)
  expect((await admin.post(`/api/admin/jobs/${job._id}/retry`)).status).toBe(404)
})

it('names the recipient of a failed email without the code in its subject, and sends it again', async () => {
  const email = 'new.person@example.test'
  const account = { username: 'new_person', password: 'another-Secret-phrase-8', email }
  await test.nobody.post('/api/register-start', { ...account, notifyPurchases: false, notifyUpdates: false })
  await eventually(async () => (await test.mailsTo(email)).length === 1)
  await eventually(async () => {
    const rows = await test.sql`update jobs.job set state = 'failed', output = '{"message":"550"}'
      where state = 'completed' and id = (
        select id from jobs.job where name = 'send-mail' order by created_on desc limit 1) returning id`
    return rows.length > 0
  })
  const [job] = (await toDo()).jobs
  expect(job?.mail?.to).toBe(email)
  expect(job?.mail?.subject).toMatch(/^•••••• is your .+ code$/)
  expect(job?.error).toBe('550')
  await admin.post(`/api/admin/jobs/${job?._id}/retry`)
  await eventually(async () => (await test.mailsTo(email)).length === 2)
  expect((await admin.get(`/api/admin/audit?subjectId=${job?._id}`)).body).toMatchObject([
    { action: 'job_retried', subject: 'send-mail', actor: admin.username },
  ])
})

it('emails each admin who wants it once a day, however many processes run', async () => {
  const quiet = await signedIn(test, 'admin')
  expect((await setNotice(quiet, false)).status).toBe(200)
  expect((await quiet.get('/api/admin/todo')).body).toMatchObject({
    notifyToDo: false,
    version: expect.stringMatching(/^\d+\.\d+\.\d+( \([0-9a-f]{12} of \d{4}-\d\d-\d\d\))?$/),
  })
  await write('A question')
  await Promise.all([mailToDo(test.store), mailToDo(test.store)])
  await mailToDo(test.store)
  await write('A marker')
  await setNotice(quiet, true)
  await mailToDo(test.store)
  const mail = await eventually(async () => (await test.mailsTo(quiet.email))[0])
  expect(mail.subject).toBe('2 to do at No Filler')
  expect(mail.text).toContain('Waiting for you: 2 messages.')
  expect(mail.text).toContain('/admin-dashboard')
  const [first, ...more] = await test.mailsTo(admin.email)
  expect(first?.subject).toBe('1 to do at No Filler')
  expect(more).toEqual([])
})

it('M9 emails every admin once a day about overdue work, even those without the daily email', async () => {
  const quiet = await signedIn(test, 'admin')
  await setNotice(quiet, false)
  const seller = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: seller.id })
  await aReport(test, game.id)
  const subjects = async () => {
    await test.drain()
    return (await test.mailsTo(quiet.email)).map(({ subject }) => subject)
  }
  await mailToDo(test.store)
  expect(await subjects()).toEqual([])
  await test.sql`update report_cases set look_due_at = now() - interval '1 minute'`
  await test.sql`update accounts set todo_mailed_on = null`
  for (let nth = 0; nth < 2; nth += 1) await mailToDo(test.store)
  expect(await subjects()).toEqual(['1 overdue at No Filler'])
  await test.sql`update accounts set todo_mailed_on = null`
  await test.sql`update report_cases set looked_at = now()`
  await mailToDo(test.store)
  expect(await subjects()).toEqual(['1 overdue at No Filler'])
})

it('an admin’s own games are left out of the lists, counts and emails about what is to do', async () => {
  const owner = await signedIn(test, 'admin')
  const game = await addGame(test, { developerId: owner.id })
  await aReport(test, game.id)
  await test.sql`insert into game_reviews (id, game_id, reason, is_before, sent_at, due_at)
    values (uuidv7(), ${game.id}, 'new_game', false, now(), now() - interval '1 minute')`
  await test.sql`update report_cases set look_due_at = now() - interval '1 minute'`
  expect(await counts()).toMatchObject({ reports: 1, approvals: 1, total: 2 })
  const theirs: ToDo = (await owner.get('/api/admin/todo')).body
  expect(theirs).toMatchObject({ reports: [], approvals: [], counts: { total: 0 } })
  const openOf = async (who: Person) =>
    (await who.get('/api/admin/reports/summary')).body.categories.map(({ open }: { open: number }) => open)
  expect([await openOf(admin), await openOf(owner)]).toEqual([[1], []])
  await mailToDo(test.store)
  await test.drain()
  const subjects = async ({ email }: Person) => (await test.mailsTo(email)).map(({ subject }) => subject)
  expect(await subjects(admin)).toContain('2 overdue at No Filler')
  expect(await subjects(owner)).not.toContainEqual(expect.stringMatching(/^\d/))
  await test.sql`delete from game_reviews`
})

it('shows the current health of each part of the store', async () => {
  const healthChecks: HealthCheck[] = (await admin.get('/api/admin/health-checks')).body
  expect(healthChecks.map(({ part, state }) => (part === 'disk' ? part : `${part} ${state}`))).toEqual([
    'provider go',
    'mail go',
    'storage go',
    'database go',
    'jobs go',
    'payouts warn',
    'disk',
  ])
})

it('To do, the daily email, the doctor and the metrics report it when there was no backup for 26 hours', async () => {
  const store = await aStore({
    settings: { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir },
    database: { url: test.databaseUrl, drop: async () => undefined },
  })
  const boss = await signedIn(store, 'admin')
  const healthCheck = async () =>
    (await boss.get('/api/admin/health-checks')).body.find(
      ({ part }: HealthCheck) => part === 'backup',
    ) as HealthCheck
  const hours = async () =>
    Math.floor(Number((await readStoreFigures(store.db)).store_backup_seconds) / 3_600)
  expect([(await healthCheck()).fact, await hours()]).toEqual(['None yet', 0])
  await store.sql`update kysely_migration set timestamp = (now() - interval '27 hours')::text`
  expect(await healthCheck()).toMatchObject({ state: 'bad', word: 'Overdue', fact: 'None yet' })
  expect(await hours()).toBe(27)
  expect(await checkBackup(test.databaseUrl)).toMatchObject({ state: 'bad' })
  await mailToDo(store.store)
  await store.drain()
  expect((await test.mailsTo(boss.email)).at(-1)?.text).toContain('Backup: Overdue')

  await recordBackup(test.databaseUrl, new Date().toISOString())
  expect(await healthCheck()).toMatchObject({ state: 'go', word: 'Up to date' })
  expect(await checkBackup(test.databaseUrl)).toMatchObject({ state: 'good' })
})

it('shows a payment provider and a mail server that do not answer', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`
  const away = await aStore({
    settings: {
      SMTP_URL: `smtp://${nowhere}`,
      PAYMENT_PROVIDER: 'nowpayments',
      NOWPAYMENTS_API_URL: `http://${nowhere}/v1`,
      NOWPAYMENTS_API_KEY: 'key',
      NOWPAYMENTS_IPN_SECRET: 'secret',
    },
  })
  const healthChecks: HealthCheck[] = (await (await signedIn(away, 'admin')).get('/api/admin/health-checks'))
    .body
  expect(healthChecks.filter(({ state }) => state === 'bad')).toMatchObject([
    { part: 'provider', word: 'Not answering' },
    { part: 'mail', word: 'Not answering' },
  ])
})

it('shows the health of each payment provider and its share of the sales', async () => {
  const btcpay = await btcpayServer()
  const { PAYMENT_PROVIDER: _, ...settings } = btcpay.settings
  const both = await aStore({ settings: { ...settings, PAYMENT_PROVIDERS: 'sandbox,btcpay' } })
  const game = await addGame(both, { developerId: (await signedIn(both, 'developer')).id })
  await buyAndPay(both, await signedIn(both), game)
  const boss = await signedIn(both, 'admin')
  const healthChecks = async (): Promise<HealthCheck[]> =>
    (await boss.get('/api/admin/health-checks')).body.filter(({ part }: HealthCheck) => part === 'provider')
  expect(await healthChecks()).toMatchObject([
    { name: 'Sandbox', state: 'go', fact: expect.stringMatching(/^Answered in \d+ ms, 100% of sales$/) },
    { name: 'BTCPay', state: 'go', fact: expect.stringMatching(/^Answered in \d+ ms, 0% of sales$/) },
  ])
  const metrics = (await both.nobody.get('/metrics')).text
  expect(metrics).toContain('payment_provider_sales_30_days{provider="sandbox"} 1')
  await btcpay.fail('refuse')
  await Promise.all([healthChecks(), healthChecks()])
  expect((await healthChecks())[1]).toMatchObject({
    state: 'bad',
    word: 'Not answering',
    fact: expect.stringMatching(/^Paused since .+ UTC, 0% of sales$/),
  })
  await btcpay.close()
})

it.each([
  [50, 'go', '50% full'],
  [18, 'warn', '82% full'],
  [4, 'bad', '96% full'],
])('warns of a disk with %s of 100 GB left', (free, state, word) => {
  const gigabyte = 1024 ** 3
  expect(diskCheckOf({ totalBytes: 100 * gigabyte, freeBytes: free * gigabyte, ownersBytes: 0 })).toEqual({
    part: 'disk',
    state,
    word,
    fact: `${free} of 100 GB left`,
  })
})

it('VE9 says how much of the disk stays for single owners', () => {
  const gigabyte = 1024 ** 3
  const disk = { totalBytes: 100 * gigabyte, freeBytes: 50 * gigabyte, ownersBytes: 4 * gigabyte }
  expect(diskCheckOf(disk).fact).toBe(
    '50 of 100 GB left, 4 GB taken by old builds that stay for single owners',
  )
})
