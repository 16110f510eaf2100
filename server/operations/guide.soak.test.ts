/**
 * Runs docs/operating.md and the commands of docs/first-day.md word for word on an empty Debian 12 server, as root of it, and ends with a store that sells. The
 * server is a real one: systemd starts the units as they are shipped, nginx and PostgreSQL are Debian's. Then the container
 * is built and run beside it. It needs root on Debian, the programs of scripts/setup.js, and some twenty minutes.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { Approval } from '@nofiller/contract/moderation/moderation'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { browserOf } from '../testing/browser.ts'
import { type Buyer, buy } from '../testing/buying.ts'
import { type Client, clientOf } from '../testing/client.ts'
import { type BtcpayServer, btcpayServer } from '../testing/fakes/btcpay-server.ts'
import { buildImage, servicesIn } from '../testing/fakes/container-image.ts'
import {
  bootDebian,
  type DebianMachine,
  makeDebianRoot,
  must,
  start,
} from '../testing/fakes/debian-machine.ts'
import { type Internet, openInternet } from '../testing/fakes/internet.ts'
import { type MailServer, mailServer } from '../testing/fakes/mail-server.ts'
import { aZip, createGame, filesJson, upload } from '../testing/fixtures/game-form.ts'
import { PASSWORD } from '../testing/fixtures/people.ts'
import { eventually, freePort } from '../testing/store.ts'

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STORE = 'https://store.example.com'
const SETTINGS = '/etc/nofiller/store.env'
const DATABASE_PASSWORD = randomBytes(12).toString('hex')
const METRICS_TOKEN = randomBytes(32).toString('hex')

type ByHand = {
  /** A person's input when the command asks. */
  typed?: string
  /** The line with placeholders replaced by the reader's own values. */
  instead?: () => Promise<string>
  /** A person's manual step, or something unavailable here. */
  done?: () => Promise<void>
}

/**
 * The exceptions that are not run exactly as in the guide, by the guide's own line. All other instructions are run word for
 * word: a line that changes there and is incomplete by itself fails the test.
 */
const BY_HAND: Record<string, ByHand> = {
  'apt-get update && apt-get install --no-install-recommends nodejs npm git postgresql nginx certbot': {
    typed: 'y\n',
  },
  'git clone YOUR-COPY-OF-THE-STORE /opt/nofiller-first': {
    instead: async () => `git clone --quiet ${await origin()} /opt/nofiller-first`,
  },
  'runuser -u postgres -- createuser --pwprompt nofiller': {
    typed: `${DATABASE_PASSWORD}\n${DATABASE_PASSWORD}\n`,
  },
  'editor /etc/nofiller/store.env': { done: () => set(secrets()) },
  // A certificate of Let's Encrypt takes a name that the internet knows.
  'certbot certonly --standalone --pre-hook "systemctl stop nginx" --post-hook "systemctl start nginx" -d store.example.com':
    { done: () => placeCertificate() },
  'deploy/as-store.sh npm run admin -- create-admin you@example.com you': { typed: `${PASSWORD}\n` },
  'deploy/as-store.sh npm run admin -- create-admin second@example.com second': { typed: `${PASSWORD}\n` },
  'editor /var/lib/nofiller/content/faq.md': {
    done: () => appendFile(inRoot('/var/lib/nofiller/content/faq.md'), `\n## ${OWN_QUESTION}\n\nNo.\n`),
  },
  'apt-get install --no-install-recommends prometheus': { typed: 'y\n' },
  'editor /etc/prometheus/nofiller-token        # the value of METRICS_TOKEN alone': {
    done: () => writeFile(inRoot('/etc/prometheus/nofiller-token'), METRICS_TOKEN),
  },
  'editor /etc/nofiller/store.env        # DATABASE_URL to the new database': {
    done: async () =>
      set({ DATABASE_URL: (await settings()).DATABASE_URL?.replace(/nofiller$/, '$&_restored') }),
  },
  'deploy/as-store.sh npm run restore -- /var/backups/nofiller/2026-01-31T02-34-56-789Z': {
    instead: async () => `deploy/as-store.sh npm run restore -- ${await newestBackup()}`,
  },
}

const OWN_QUESTION = 'Do you also sell postcards?'

type Line = { section: string; text: string }

/** The lines of a guide's shell blocks, in their order, without the `# ` of root's prompt. */
async function linesOf(guidePath: string): Promise<Line[]> {
  const guide = await readFile(join(ROOT, guidePath), 'utf8')
  return guide
    .split(/^## /m)
    .slice(1)
    .flatMap((chapter) => {
      const section = chapter.split('\n', 1)[0] ?? ''
      const blocks = [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block.trimEnd())
      return blocks.flatMap((block) => block.split('\n')).map((line) => ({ section, text: commandOf(line) }))
    })
}

function commandOf(line: string): string {
  if (!line.startsWith('# ')) throw new Error(`not a command of root: ${line}`)
  return line.slice(2)
}

let folder: string
let lines: Line[]
let machine: DebianMachine
let internet: Internet
let emails: MailServer
let btcpay: BtcpayServer
/** The machine's way to the outside. */
let outside: { gitPort: number; mailPort: number; btcpayUrl: string }
const inRoot = (path: string) => join(folder, 'root', path)

const takenDown: (() => Promise<unknown>)[] = []
const untilTheEnd = (end: () => Promise<unknown>) => void takenDown.unshift(end)

beforeAll(async () => {
  lines = [...(await linesOf('docs/operating.md')), ...(await linesOf('docs/first-day.md'))]
  folder = await mkdtemp(join(tmpdir(), 'nofiller-guide-'))
  untilTheEnd(() => rm(folder, { recursive: true, force: true }))
  await makeDebianRoot(join(folder, 'root'))
  await must('cp', ['--archive', join(folder, 'root'), join(folder, 'base')])

  internet = await openInternet(folder)
  untilTheEnd(internet.close)
  emails = await mailServer()
  untilTheEnd(emails.close)
  btcpay = await btcpayServer()
  untilTheEnd(btcpay.close)
  btcpay.sendMessagesTo(STORE)
  const btcpayPort = await internet.withTls(Number(new URL(btcpay.url).port))
  outside = {
    gitPort: await serveOrigin(),
    mailPort: Number(new URL(emails.url).port),
    btcpayUrl: `https://btcpay.example.com:${btcpayPort}`,
  }
  machine = await bootDebian(join(folder, 'root'), {
    here: ['git.example.com', 'mail.example.com', 'btcpay.example.com'],
    itself: ['store.example.com'],
  })
  untilTheEnd(machine.powerOff)
  internet.lead('store.example.com', await machine.reach(443))
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  process.stderr.write(
    (await machine.shell("journalctl -u 'nofiller-*' -u nginx -o cat -n 30 --no-pager")).out,
  )
})
afterAll(async () => {
  for (const end of takenDown) await end()
})

/** The settings after editing. */
async function set(values: Record<string, string | undefined>): Promise<void> {
  const path = inRoot(SETTINGS)
  let text = await readFile(path, 'utf8')
  for (const [name, value = ''] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    text = line.test(text) ? text.replace(line, () => `${name}=${value}`) : `${text}${name}=${value}\n`
  }
  await writeFile(path, text)
}

const settings = async () => parseEnv(await readFile(inRoot(SETTINGS), 'utf8'))

/** Secrets of one's own for each CHANGE-ME, and ports, because a test has no others of this machine. */
const secrets = () => ({
  DATABASE_URL: `postgresql://nofiller:${DATABASE_PASSWORD}@127.0.0.1:5432/nofiller`,
  SECRET_KEY: randomBytes(32).toString('hex'),
  SMTP_URL: `smtp://user:secret@mail.example.com:${outside.mailPort}`,
  MAIL_FROM: '"No Filler <store@example.com>"',
  SUPPORT_EMAIL: 'help@example.com',
  JURISDICTION: 'Iceland',
  BTCPAY_URL: outside.btcpayUrl,
  BTCPAY_API_KEY: btcpay.settings.BTCPAY_API_KEY,
  BTCPAY_STORE_ID: btcpay.settings.BTCPAY_STORE_ID,
  BTCPAY_WEBHOOK_SECRET: btcpay.settings.BTCPAY_WEBHOOK_SECRET,
  METRICS_TOKEN,
  // The certificate is self-made: Node is told to trust it.
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
})

async function placeCertificate(): Promise<void> {
  const live = inRoot('/etc/letsencrypt/live/store.example.com')
  await mkdir(live, { recursive: true })
  await cp(internet.files.certificate, join(live, 'fullchain.pem'))
  await cp(internet.files.key, join(live, 'privkey.pem'))
  await cp(internet.files.certificate, inRoot('/usr/local/share/ca-certificates/example.crt'))
  await root('update-ca-certificates')
}

async function newestBackup(): Promise<string> {
  const names = await readdir(inRoot('/var/backups/nofiller'))
  return `/var/backups/nofiller/${names
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1)}`
}

const origin = async () => `git://git.example.com:${outside.gitPort}/store`

/** Runs a line of the machine's root. @throws Error with all that it wrote, when it fails */
async function root(line: string, typed?: string): Promise<string> {
  const { code, out } = await machine.shell(line, typed)
  if (code !== 0) throw new Error(`# ${line}\nended with ${code}:\n${out}`)
  return out
}

/** Runs the next lines of one section of the guide. @returns their output */
async function follow(section: string): Promise<string> {
  const own = lines.filter((line) => line.section === section)
  lines = lines.filter((line) => line.section !== section)
  if (own.length === 0) throw new Error(`the guide has no commands in "${section}"`)
  let out = ''
  for (const { text } of own) {
    const { typed, instead, done } = BY_HAND[text] ?? {}
    used.add(text)
    if (done) await done()
    else out += await root(instead ? await instead() : text, typed)
  }
  return out
}
const used = new Set<string>()

/** A clonable repository: the store as it is here, with uncommitted changes. */
async function serveOrigin(): Promise<number> {
  const work = join(folder, 'store')
  const listed = await must('git', [
    '-C',
    ROOT,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ])
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    await mkdir(dirname(join(work, path)), { recursive: true })
    await cp(join(ROOT, path), join(work, path))
  }
  await must('git', ['init', '--quiet', '--initial-branch=main', work])
  await commit('Open the store')
  const gitPort = await freePort()
  const daemon = start('git', [
    ...['daemon', `--base-path=${folder}`, '--export-all', '--reuseaddr'],
    ...['--listen=127.0.0.1', `--port=${gitPort}`],
  ])
  untilTheEnd(() => daemon.end('SIGTERM'))
  return gitPort
}

async function commit(subject: string): Promise<void> {
  const git = ['-C', join(folder, 'store'), '-c', 'user.name=store', '-c', 'user.email=store@example.com']
  await must('git', [...git, 'add', '--all'])
  await must('git', [...git, 'commit', '--quiet', '-m', subject])
}

/** Signs up a visitor, with the emailed code. */
async function signUp(username: string): Promise<Buyer> {
  const email = `${username}@example.com`
  const browser = browserOf({ url: STORE })
  const begun = await browser.post('/api/register-start', { username, email, password: PASSWORD })
  expect(begun.status, begun.text).toBe(200)
  const [, code] = await eventually(async () =>
    /(\d{6})/.exec((await emails.mailsTo(email)).at(-1)?.subject ?? ''),
  )
  const made = await browser.post('/api/verify-email', { email, code })
  expect(made.status, made.text).toBe(200)
  return { ...clientOf(STORE, made.body.accessToken), email }
}

/** The admin whom the guide made, with the second step that the admin area asks for. */
async function openAdminArea(): Promise<Client> {
  const { body } = await clientOf(STORE).post('/api/login', { email: 'you@example.com', password: PASSWORD })
  const admin = clientOf(STORE, body.accessToken)
  const { secret } = (await admin.post('/api/second-factor/setup', { password: PASSWORD })).body
  const on = await admin.post('/api/second-factor', { code: new TOTP({ secret }).generate() })
  expect(on.status, on.text).toBe(200)
  return admin
}

type Game = { id: string; slug: string; bytes: Buffer }

/** A developer's first game, from the upload to the admin who lets it in. */
async function publish(admin: Client): Promise<Game> {
  const developer = await signUp('maker')
  await root(`deploy/as-store.sh npm run admin -- grant ${developer.email} developer`)
  const bytes = aZip(3_000_000)
  const tempKey = await upload(developer, bytes)
  const made = await createGame(developer, { gameFilesTempJson: filesJson({ tempKey }) })
  expect(made.status, made.text).toBe(200)
  const reviews: Approval[] = (await admin.get('/api/admin/approvals')).body
  const review = reviews.find(({ gameId }) => gameId === made.body._id)
  if (!review) throw new Error('no admin is asked to look at the game')
  await admin.post(`/api/admin/approvals/${review._id}/claim`, { takeOver: false })
  const { revision } = (await admin.get(`/api/admin/approvals/${review._id}`)).body
  const decision = { kind: 'approve', rule: null, assets: [], text: '', note: '', revision }
  const decided = await admin.post(`/api/admin/approvals/${review._id}/decision`, decision)
  expect(decided.status, decided.text).toBe(200)
  return { id: made.body._id, slug: made.body.slug, bytes }
}

/** Buys a game and pays it on BTCPay Server, which sends the store a message. */
async function buyAndPay(buyer: Buyer, game: Game): Promise<void> {
  const { orderId, invoiceId } = await buy(buyer, game)
  const invoice = btcpay.choose(invoiceId)
  await btcpay.see(invoice)
  await btcpay.confirm(invoice)
  await eventually(async () => (await buyer.get(`/api/order-status/${orderId}`)).body.status === 'PAID')
}

/** A signed URL of a game's file, like its buyer gets, and its content. */
async function download(buyer: Buyer, game: Game, headers: Record<string, string> = {}) {
  const library = (await buyer.get('/api/library')).body
  const entry = library.find(({ gameId }: { gameId: string }) => gameId === game.id)
  const path = `/api/library/${game.id}/download`
  const { downloadUrl } = (await buyer.post(path, { fileId: entry.files[0]._id })).body
  expect(downloadUrl).toMatch(new RegExp(`^${STORE}/files/`))
  const answer = await fetch(downloadUrl, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const storeIsReady = () =>
  eventually(
    async () =>
      (
        await clientOf(STORE)
          .get('/api/ready')
          .catch(() => null)
      )?.status === 200,
    60_000,
  )

let admin: Client
let game: Game
let buyer: Buyer

it('the guide installs the store on an empty Debian server, and the doctor finds nothing wrong', async () => {
  await follow('Install')
  await storeIsReady()
  const output = await follow('Is everything well?')
  expect(output).toContain('The store is well.')
  expect(output).not.toMatch(/^BAD/m)
})

it('the installed store sells: an account, an approved game, an order paid by BTCPay Server, a receipt and the file', async () => {
  admin = await openAdminArea()
  game = await publish(admin)
  await eventually(async () => (await clientOf(STORE).get(`/game/${game.slug}`)).text.includes('Night Ferry'))
  buyer = await signUp('june')
  await buyAndPay(buyer, game)
  expect((await download(buyer, game)).bytes.equals(game.bytes)).toBe(true)
  await eventually(async () =>
    (await emails.mailsTo(buyer.email)).some(({ text }) => text?.includes('Night Ferry')),
  )
})

it('nginx sends downloads, caches permanent files, and redirects visitors to TLS', async () => {
  const part = await download(buyer, game, { range: 'bytes=1000000-1000099' })
  expect([part.status, part.bytes.equals(game.bytes.subarray(1_000_000, 1_000_100))]).toEqual([206, true])
  expect(part.headers.get('x-accel-redirect')).toBeNull()
  expect(part.headers.get('cache-control')).toContain('no-store')
  // The store's user alone may read the file now: nginx is the one that cannot.
  await root('chmod -R g-rx /var/lib/nofiller/files')
  expect((await download(buyer, game)).status).toBe(403)
  await root('chmod -R g+rX /var/lib/nofiller/files')

  const [asset = ''] = /\/assets\/[\w./-]+\.js/.exec((await clientOf(STORE).get('/')).text) ?? []
  const first = await clientOf(STORE).get(asset)
  expect([first.status, first.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  await root("systemctl stop 'nofiller-web@*'")
  expect((await clientOf(STORE).get(asset)).text).toBe(first.text)
  expect((await clientOf(STORE).get('/')).status).toBe(502)
  await root('systemctl start nofiller-web@3001 nofiller-web@3002')
  await storeIsReady()

  const plain =
    "fetch('http://store.example.com/a?b=c', { redirect: 'manual' }).then((answer) => console.log(answer.headers.get('location')))"
  expect((await root(`node -e "${plain}"`)).trim()).toBe(`${STORE}/a?b=c`)
  expect((await clientOf(STORE).get('/metrics')).status).toBe(404)
})

it('systemd runs well-protected units, one for each process, and a timer for backups', async () => {
  const units = ['nofiller-web@3001.service', 'nofiller-payouts.service', 'nofiller-backup.service']
  // In tenths: 1.7 as they are; a service without any protection has 9.6.
  await root(`systemd-analyze security --no-pager --offline=true --threshold=20 ${units.join(' ')}`)
  expect(
    await root(
      'systemctl is-active nofiller-web@3001 nofiller-web@3002 nofiller-payouts nofiller-backup.timer',
    ),
  ).toBe('active\n'.repeat(4))
  await root('systemctl start nofiller-backup.service')
  expect(await root('systemctl --failed --no-legend')).toBe('')
})

it('Prometheus reads both processes, and no alert fires', async () => {
  await follow('Watching')
  const prometheus = `http://127.0.0.1:${await machine.reach(9090)}/api/v1`
  const ask = async (path: string) => (await (await fetch(`${prometheus}/${path}`)).json()).data
  await eventually(async () => {
    const { activeTargets } = await ask('targets').catch(() => ({ activeTargets: [] }))
    return activeTargets.filter(({ health }: { health: string }) => health === 'up').length === 2
  }, 120_000)
  const { groups } = await ask('rules')
  expect(groups.map(({ name }: { name: string }) => name).sort()).toEqual(['machine', 'money', 'work'])
})

it('the store is backed up, verified and restored, and every buyer keeps their purchases', async () => {
  const out = await follow('Backups')
  expect(out).toContain('can be relied on.')
  expect(out).toContain('The store is well.')
  await storeIsReady()
  expect((await settings()).DATABASE_URL).toMatch(/_restored$/)
  expect((await download(buyer, game)).bytes.equals(game.bytes)).toBe(true)
})

it('the first-day guide works: own texts, the last backup, a second admin', async () => {
  await follow('3. How do I change the texts?')
  await storeIsReady()
  expect((await clientOf(STORE).get('/faq')).text).toContain(OWN_QUESTION)
  const out = await follow('9. Is there a backup, and when was the last one?')
  expect(out).toContain('can be relied on.')
  await follow('11. Who may do what?')
  const second = { email: 'second@example.com', password: PASSWORD }
  expect((await clientOf(STORE).post('/api/login', second)).body.user.role).toBe('admin')
})

it('an upgrade happens while visitors are served, and the store continues to sell', async () => {
  const released = join(folder, 'store/package.json')
  await writeFile(
    released,
    (await readFile(released, 'utf8')).replace(/"version": "[^"]+"/, '"version": "9.9.9"'),
  )
  await commit('Sell more')
  const visits = steadyVisits()
  const out = await follow('Upgrade')
  expect(await visits.stop()).toEqual(new Set([200]))
  expect(out).toContain('- Sell more')
  expect(out).toMatch(/Version 9\.9\.9 \(.*\) is in service\./)
  expect(out).toContain('The store is well.')
  await buyAndPay(await signUp('july'), game)
})

/** Asks for a page again and again, from outside. */
function steadyVisits() {
  const statuses = new Set<number>()
  let isOver = false
  const visits = (async () => {
    for (; !isOver; await sleep(50)) statuses.add((await clientOf(STORE).get(`/game/${game.slug}`)).status)
  })()
  return {
    async stop() {
      isOver = true
      await visits
      return statuses
    },
  }
}

it('the container runs as its own user on a read-only system, healthy beside the other processes', async () => {
  const image = await buildImage(join(folder, 'base'), join(folder, 'store'), join(folder, 'images'))
  process.stdout.write(`The image adds ${Math.round(image.addedBytes / 1024 ** 2)} MiB to its base.\n`)
  expect(image.addedBytes).toBeLessThan(400 * 1024 ** 2)
  const { web } = servicesIn(await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8'))
  if (!web) throw new Error('compose.yaml has no service web')
  const container = await image.run(web, { ...(await settings()), ACCEL_REDIRECT: '' }, machine.leader)
  untilTheEnd(container.stop)
  await eventually(async () => (await container.check()).code === 0, 120_000)
  const status = await container.status()
  expect(status).toMatch(/^Uid:\t[1-9]/m)
  expect(status).toMatch(/^CapBnd:\t0+$/m)
  expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  await container.stop()
})

it('every command of the guide is run, and every exception names a line of it', () => {
  expect(lines).toEqual([])
  expect(Object.keys(BY_HAND).filter((line) => !used.has(line))).toEqual([])
})
