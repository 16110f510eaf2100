import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { onConnection } from '../../platform/database/connection.ts'
import { buy } from '../../testing/buying.ts'
import { freshDatabase } from '../../testing/database.ts'
import { type BtcpayServer, btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import { type MailServer, mailServer } from '../../testing/fakes/mail-server.ts'
import { nowpaymentsServer } from '../../testing/fakes/nowpayments-server.ts'
import { type ProxyFault, type WebProxy, webProxy } from '../../testing/fakes/web-proxy.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { eventually, freePort, openTestStore, type TestStore } from '../../testing/store.ts'
import { checkStorage, diskOutcome } from './check-files.ts'
import { checkProxy, checkUploads } from './check-proxy.ts'
import { checkMail } from './check-services.ts'
import { examine, inTime } from './doctor.ts'
import { reportOf } from './finding.ts'
import { probeToken } from './proxy-probe.ts'

const SECRET_KEY = 'the key that signs what the doctor asks'
const PASSWORD = 'a-planted-password'

let btcpay: BtcpayServer
let emails: MailServer
let test: TestStore
let proxy: WebProxy
let folder: string
let client: pg.Client

beforeAll(async () => {
  btcpay = await btcpayServer()
  emails = await mailServer()
  folder = await mkdtemp(join(tmpdir(), 'nofiller-doctor-'))
  test = await openTestStore({
    settings: {
      SECRET_KEY,
      TRUST_PROXY: '127.0.0.1',
      COUNTRY_HEADER: 'X-Country',
      PAYMENT_PROVIDERS: 'btcpay',
      ...btcpay.settings,
    },
  })
  proxy = await webProxy(test.url)
  client = new pg.Client({ connectionString: test.databaseUrl })
  await client.connect()
  await seePayouts('0 s')
})
/** When the process that sends payouts last said that it works. */
const seePayouts = (ago: string) =>
  client.query('update payout_control set seen_at = now() - $1::interval', [ago])

afterEach(() => {
  proxy.fault = null
})
afterAll(async () => {
  await client.end()
  await proxy.close()
  await test.close()
  await emails.close()
  await btcpay.close()
  await rm(folder, { recursive: true, force: true })
})

const settings = (changes: Record<string, string> = {}): Record<string, string> => ({
  NODE_ENV: 'test',
  DATABASE_URL: test.databaseUrl,
  DATA_DIR: test.dataDir,
  PUBLIC_URL: proxy.url,
  SECRET_KEY,
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: emails.url,
  PAYMENT_PROVIDERS: 'btcpay',
  ...btcpay.settings,
  ...changes,
})

/** The faults found, as `check: sentence`; how full this machine's disk is says nothing here. */
async function faultsOf(changes: Record<string, string> = {}, now = Date.now): Promise<string[]> {
  const findings = await examine(settings(changes), now)
  const faults = findings.filter(({ state, check }) => state === 'bad' && check !== 'disk')
  return faults.map(({ check, sentence }) => `${check}: ${sentence}`)
}

it('the doctor finds nothing wrong with a working store', async () => {
  const findings = await examine(settings())
  expect(findings.filter(({ state, check }) => state !== 'good' && check !== 'disk')).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual([
    'version',
    'settings',
    'database',
    'keys',
    'migrations',
    'clock',
    'payouts',
    'webhooks',
    'backup',
    'texts',
    'files',
    'disk',
    'mail',
    'btcpay',
    'btcpay messages',
    'uploads',
    'proxy',
  ])
})

it('names each wrong setting', async () => {
  expect(await faultsOf({ S3_BUCKET: 'files', TRUST_PROXY: '1' })).toEqual([
    expect.stringContaining('TRUST_PROXY takes addresses or CIDRs, not "1"'),
    ...['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) =>
      expect.stringContaining(`${name} is missing`),
    ),
  ])
})

it('detects an unreachable database, and never prints its password', async () => {
  const port = await freePort()
  const DATABASE_URL = `postgresql://store:${PASSWORD}@127.0.0.1:${port}/store`
  const faults = await faultsOf({ DATABASE_URL })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toBe(
    `database: No PostgreSQL answers at 127.0.0.1:${port}: start it, or correct DATABASE_URL.`,
  )
  expect(faults.join()).not.toContain(PASSWORD)
})

it('detects a database that does not exist, and a user without rights', async () => {
  const missing = await faultsOf({
    DATABASE_URL: test.databaseUrl.replace(/\/test_\w+/, '/no_such_database'),
  })
  expect(missing[0]).toContain('has no database "no_such_database": make it with "createdb --owner=')
  await client.query('create role doctor_guest login')
  try {
    const DATABASE_URL = test.databaseUrl.replace('://store@', '://doctor_guest@')
    expect((await faultsOf({ DATABASE_URL }))[0]).toContain(
      'database: The user "doctor_guest" may not create tables, schemas or extensions: make it the owner',
    )
  } finally {
    await client.query('drop role doctor_guest')
  }
})

it('detects tables of a newer version, and lists pending migrations', async () => {
  await client.query(`update kysely_migration set name = '9999_later' where name = '0001_foundation'`)
  try {
    expect(await faultsOf()).toEqual([
      'migrations: This database is of a newer version of the store, which added 9999_later: install that version again.',
    ])
    await client.query(`insert into migration_versions values ('9999_later', '9.9.9 (abc of 2099-01-01)')`)
    expect((await faultsOf())[0]).toContain(
      'of a newer version of the store (9.9.9 (abc of 2099-01-01)), which',
    )
    await client.query(`delete from kysely_migration where name = '9999_later'`)
    expect(await examine(settings())).toContainEqual({
      check: 'migrations',
      state: 'warn',
      sentence: '1 migrations wait. They run when the store is started: back up first.',
    })
  } finally {
    await client.query(`insert into kysely_migration values ('0001_foundation', now()::text)`)
  }
})

it('detects a wrong clock', async () => {
  expect(await faultsOf({}, () => Date.now() + 7_200_000)).toEqual([
    'clock: This machine\'s clock is 7200 s ahead of the database\'s: set both by NTP, with "timedatectl set-ntp true".',
  ])
})

it('detects a read-only files folder, and a full disk', async () => {
  await writeFile(join(folder, 'files'), 'no folder')
  const [fault, ...others] = await faultsOf({ DATA_DIR: folder })
  expect(others).toEqual([])
  expect(fault).toMatch(/^files: Files cannot be written and read in .*files \(EEXIST: .*own DATA_DIR/)
  expect(diskOutcome({ totalBytes: 100, freeBytes: 3 }, '/data')).toEqual({
    state: 'bad',
    sentence:
      'The disk of /data is 97% full, with 0.0 GiB left: remove old backups first, then give it more room, or move files to an object store, before uploads and sales fail.',
  })
  expect(diskOutcome({ totalBytes: 100, freeBytes: 15 }, '/data').state).toBe('warn')
})

it('detects an unreachable mail server', async () => {
  const SMTP_URL = `smtp://store:${PASSWORD}@127.0.0.1:${await freePort()}`
  const [fault, ...others] = await faultsOf({ SMTP_URL })
  expect(others).toEqual([])
  expect(fault).toMatch(/^mail: The mail server does not answer as it should \(.*correct host, port/)
  expect(fault).not.toContain(PASSWORD)
})

it('detects a mail server that answers incorrectly or refuses the log-in', async () => {
  const asked = (error: object) =>
    checkMail(
      {
        check: () => Promise.reject(error),
        send: () => Promise.reject(error),
        ask: () => Promise.reject(error),
      },
      { SMTP_URL: emails.url, SUPPORT_EMAIL: 'help@store.example', dataDir: folder },
      [],
    )
  expect(await asked(new Error('Greeting never received'))).toEqual({
    state: 'bad',
    sentence:
      'The mail server does not answer as it should (Greeting never received): correct host, port and smtp:// or smtps:// in SMTP_URL.',
  })
  expect((await asked(Object.assign(new Error('535'), { code: 'EAUTH' }))).sentence).toBe(
    'The mail server refuses the name or password in SMTP_URL: correct them.',
  )
})

it('gives up on an answer that never comes', async () => {
  expect(await inTime(() => new Promise(() => undefined), 10)).toEqual({
    state: 'bad',
    sentence: 'No answer within 0.01 s: see whether its address is right and a firewall is in the way.',
  })
})

it('detects that a payment provider refuses the key, and never prints the key', async () => {
  const BTCPAY_API_KEY = 'an-old-key-of-btcpay'
  const faults = await faultsOf({ BTCPAY_API_KEY })
  expect(faults).toEqual([
    expect.stringMatching(/^btcpay: BTCPay refuses the store's API key \(401\): make a new one and set it\./),
  ])
  expect(faults.join()).not.toContain(BTCPAY_API_KEY)
})

it.each<[ProxyFault, RegExp]>([
  ['says nothing of visitors', /^proxy: The proxy does not say who visits: let it send X-Forwarded-For/],
  ['passes forged addresses on', /^proxy: Visitors can choose the address they are counted by/],
  ['refuses large uploads', /^uploads: .*nginx needs "client_max_body_size 0;"/],
  ['answers POST itself', /^btcpay messages: Messages of the payment provider do not reach the store.*403/],
])('detects a proxy that %s', async (fault, sentence) => {
  proxy.fault = fault
  expect(await faultsOf()).toEqual([expect.stringMatching(sentence)])
})

it('detects visitors who can choose their own country, and a country without a trusted proxy', async () => {
  const countryFindings = async (changes: Record<string, string> = {}) =>
    (await examine(settings({ COUNTRY_HEADER: 'X-Country', ...changes }))).filter(
      ({ check }) => check === 'country',
    )
  expect(await countryFindings()).toEqual([
    {
      check: 'country',
      state: 'good',
      sentence: expect.stringContaining('cannot choose what X-Country says'),
    },
  ])
  proxy.fault = 'passes forged countries on'
  expect(await countryFindings()).toEqual([
    { check: 'country', state: 'bad', sentence: expect.stringMatching(/^Visitors can choose the country/) },
  ])
  expect(await countryFindings({ TRUST_PROXY: '' })).toEqual([
    {
      check: 'country',
      state: 'warn',
      sentence: expect.stringMatching(/no proxy is trusted.*TRUST_PROXY\.$/),
    },
  ])
})

it('detects a proxy that buffers uploads', async () => {
  proxy.fault = 'collects uploads'
  expect(await checkUploads(proxy.url, 1024 ** 3, 100)).toEqual({
    state: 'bad',
    sentence: expect.stringContaining('nginx needs "proxy_request_buffering off;"'),
  })
})

it('F6 detects a proxy that the store does not trust', async () => {
  const careless = await openTestStore({ settings: { SECRET_KEY } })
  const before = await webProxy(careless.url)
  const token = probeToken(careless.store.config.secretKeys, new Date())
  expect(await checkProxy({ publicUrl: before.url, token, trustedProxies: undefined })).toEqual({
    state: 'bad',
    sentence:
      'The store does not believe its proxy, so all visitors share one limit: set TRUST_PROXY=127.0.0.1.',
  })
  await before.close()
  await careless.close()
})

it('detects that nothing, or something else, answers at the public address', async () => {
  const port = await freePort()
  const away = await faultsOf({ PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect(away).toEqual([
    expect.stringContaining(
      `Nothing answers at http://127.0.0.1:${port} (ECONNREFUSED): start the store and its proxy`,
    ),
  ])
  expect(await faultsOf({ SECRET_KEY: 'another key than the running store has' })).toEqual([
    expect.stringMatching(/^keys: No key opens .*SECRET_KEY_PREVIOUS and start the store\.$/),
  ])
  const token = probeToken(['another key than the running store has'], new Date())
  expect(await checkProxy({ publicUrl: proxy.url, token, trustedProxies: undefined })).toEqual({
    state: 'bad',
    sentence: `Something else than this store answers at ${proxy.url} (404): start the store, let the proxy pass everything on to it, and use the same SECRET_KEY here.`,
  })
})

it('waits for a store that has just started', async () => {
  proxy.fault = 'finds no store yet'
  const faults = faultsOf()
  await eventually(() => proxy.turnedAway > 1)
  proxy.fault = null
  expect(await faults).toEqual([])
})

it('requires the secret key to show what reached the store', async () => {
  expect((await test.nobody.get('/doctor')).status).toBe(404)
  const authorization = 'Bearer 2026-01-01T00:00:00.000Z.c2lnbmF0dXJl'
  expect((await test.nobody.send('GET', '/doctor', { headers: { authorization } })).status).toBe(404)
})

it('reports each finding and the number of faults', () => {
  const well = { check: 'disk', state: 'good', sentence: 'Half is free.' } as const
  const sick = { check: 'mail', state: 'bad', sentence: 'Nobody answers.' } as const
  const odd = { check: 'clock', state: 'warn', sentence: 'It is late.' } as const
  expect(reportOf([well, odd])).toEqual({
    text: 'ok    disk: Half is free.\nlook  clock: It is late.\n\nThe store is well.\n',
    exitCode: 0,
  })
  expect(reportOf([well, sick])).toEqual({
    text: 'ok    disk: Half is free.\nBAD   mail: Nobody answers.\n\n1 fault found.\n',
    exitCode: 1,
  })
})

it('the command prints its report and exits with its code', async () => {
  const command = fileURLToPath(new URL('doctor-command.ts', import.meta.url))
  const { NODE_COMPILE_CACHE, PATH } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings({ TRUST_PROXY: '1' }) }
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [command], { env }, (error, out) => resolve({ code: error?.code, out }))
  })
  expect(ended).toEqual({
    code: 1,
    out: expect.stringMatching(/^BAD {3}settings: .*\n\n1 fault found\.\n$/s),
  })
})

it('doctor and readiness check detect a database that refuses writes', async () => {
  const { rows } = await client.query('select current_database() as name')
  const { name } = rows[0]
  const endOthers = () =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  await client.query(`alter database ${name} set default_transaction_read_only = on`)
  await endOthers()
  try {
    await eventually(async () => (await test.nobody.get('/api/ready')).body.code === 'not_ready')
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^database: .* takes no writes, so nothing can be bought/),
    ])
  } finally {
    await client.query(`alter database ${name} reset default_transaction_read_only`)
    await endOthers()
  }
  await eventually(async () => (await test.nobody.get('/api/ready')).status === 200)
})

it('detects a missing extension', async () => {
  const database = await freshDatabase()
  await onConnection({ connectionString: database.url }, (own) =>
    own.query('drop extension unaccent cascade'),
  )
  const [fault, ...others] = await faultsOf({ DATABASE_URL: database.url })
  expect(fault).toMatch(
    /^database: .* has lost the extension unaccent, and with it functions .*: restore the newest backup into a new database/,
  )
  expect(others).toEqual([])
  await database.drop()
})

it('detects that the payout process stopped or never ran', async () => {
  await seePayouts('12 minutes')
  expect(await faultsOf()).toEqual([
    'payouts: The process that sends payouts last worked 12 min ago: run "systemctl restart nofiller-payouts", and look at "journalctl -u nofiller-payouts".',
  ])
  await client.query('update payout_control set seen_at = null')
  expect((await faultsOf())[0]).toContain('has never worked')
  await seePayouts('0 s')
})

it('detects a wrong webhook secret until a message is accepted', async () => {
  const invoice = btcpay.invoices.get(await anInvoice())
  if (!invoice) throw new Error('no invoice was made')
  const send = (secret: string) => {
    const body = JSON.stringify({ type: 'InvoiceProcessing', deliveryId: secret, invoiceId: invoice.id })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return test.nobody.send('POST', '/api/webhooks/btcpay', {
      body,
      headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` },
    })
  }
  expect((await send('the secret of another webhook')).status).toBe(401)
  expect(await faultsOf()).toEqual([
    'btcpay messages: Messages of BTCPay are refused, the last one 0 min ago, because another secret signed them: copy it from its settings into BTCPAY_WEBHOOK_SECRET, and restart the store. Orders are read back meanwhile, only later.',
  ])
  expect((await send(btcpay.settings.BTCPAY_WEBHOOK_SECRET ?? '')).status).toBe(200)
  expect(await faultsOf()).toEqual([])
  await test.nobody.send('POST', '/api/webhooks/btcpay', { body: '{"invoiceId":"made-up"}' })
  expect(await faultsOf()).toEqual([])
})

async function anInvoice(): Promise<string> {
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id, priceCents: 999 })
  const { invoiceId } = await buy(await signedIn(test), game)
  return invoiceId
}

it('detects a mail relay that refuses the store’s own recipients, and a missing mail server', async () => {
  const SUPPORT_EMAIL = 'help@store.example'
  emails.failBy((address) => (address === SUPPORT_EMAIL ? 'policy' : null))
  try {
    expect(await faultsOf({ SUPPORT_EMAIL })).toEqual([
      expect.stringMatching(
        /^mail: The mail server takes no mail to help@store\.example \(.*550 5\.7\.1 no relaying/,
      ),
    ])
  } finally {
    emails.failBy(() => null)
  }
  expect(emails.received.get(SUPPORT_EMAIL)).toBeUndefined() // asked, and never mailed
  const SMTP_URL = ''
  expect(await examine(settings({ SMTP_URL }))).toContainEqual({
    check: 'mail',
    state: 'warn',
    sentence: `Mails reach nobody: SMTP_URL is not set, so they are written to ${join(test.dataDir, 'mail')}. Set it to your mail server.`,
  })
})

it('detects that NOWPayments refuses the password, and never prints it', async () => {
  const nowpayments = await nowpaymentsServer()
  const asked = (NOWPAYMENTS_PASSWORD: string) =>
    faultsOf({
      ...nowpayments.settings,
      PAYMENT_PROVIDER: '',
      PAYMENT_PROVIDERS: 'btcpay,nowpayments',
      NOWPAYMENTS_EMAIL: 'store@example.test',
      NOWPAYMENTS_PASSWORD,
    })
  const [wrong, ...others] = (await asked(PASSWORD)).filter((fault) => fault.startsWith('nowpayments:'))
  expect(wrong).toMatch(
    /^nowpayments: NOWPayments refuses the store's log-in \(\d{3}\): correct NOWPAYMENTS_EMAIL and NOWPAYMENTS_PASSWORD/,
  )
  expect(others).toEqual([])
  expect(wrong).not.toContain(PASSWORD)
  await nowpayments.close()
})

it('names the file of a text that cannot be shown', async () => {
  await mkdir(join(test.dataDir, 'content'), { recursive: true })
  await writeFile(join(test.dataDir, 'content/terms.md'), 'No head')
  expect(await faultsOf()).toEqual([
    `texts: A text cannot be shown, so its page fails: ${join(test.dataDir, 'content/terms.md')}: a text begins with its head, between two lines of ---. Correct it, see content/README.md.`,
  ])
  await rm(join(test.dataDir, 'content'), { recursive: true })
})

it('reports a full disk once, with its own remedy', async () => {
  const full = () =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
  const { state, sentence } = await checkStorage(full, { where: '/data/files', dataDir: folder })
  expect([state, sentence]).toEqual([
    'bad',
    expect.stringMatching(/remove old backups first, then give it more room/),
  ])
  expect(sentence).not.toContain('own DATA_DIR')
})
