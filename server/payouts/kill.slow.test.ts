import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from '../testing/fixtures/sales.ts'
import { residentBytes } from '../testing/process.ts'
import { KILLS } from '../testing/rounds.ts'
import { eventually, openTestStore, type TestStore } from '../testing/store.ts'

const PAYOUTS = 3
const DAY_MS = 86_400_000
const TIMEOUT_MS = 300_000
const MEMORY_MIB_MAX = 110
/** The process is killed when a payout has reached one of these states, in turn; the money leaves between the first two. */
const STEPS = ['RELEASING', 'SENDING', 'PREPARED', 'APPROVED'] as const

let test: TestStore
let admin: Person
let sender: ChildProcess
beforeAll(async () => {
  test = await openTestStore({ settings: { PAYOUT_POLL_SCALE: '0.01' } })
  admin = await signedIn(test, 'admin')
})
afterAll(async () => {
  await end('SIGTERM')
  await test.close()
})

/** The process that sends payouts, once it holds the turn. */
async function start(): Promise<void> {
  const { config } = test.store
  sender = spawn(process.execPath, [fileURLToPath(new URL('../payout-process.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      // As in its systemd unit.
      NODE_COMPILE_CACHE: join(test.dataDir, 'compile-cache'),
      NODE_OPTIONS: '--max-semi-space-size=1',
      NODE_ENV: 'test',
      DATABASE_URL: test.databaseUrl,
      DATA_DIR: test.dataDir,
      PORT: String(config.PORT),
      PAYOUT_POLL_SCALE: '0.01',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let written = ''
  sender.stdout?.on('data', (chunk: Buffer) => {
    written += chunk
  })
  await eventually(() => {
    if (sender.exitCode !== null) throw new Error(`the payout process ended at its start:\n${written}`)
    return written.includes('payouts are sent')
  }, TIMEOUT_MS)
}

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (sender.exitCode !== null || sender.signalCode !== null) return
  const ended = once(sender, 'exit')
  sender.kill(signal)
  await ended
}

/** Approved payouts of that many developers. @returns their ids */
async function approved(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const developer = await signedIn(test, 'developer')
    const game = await addGame(test, { developerId: developer.id })
    const soldAt = new Date(Date.now() - 10 * DAY_MS)
    await addSale(test, admin, game, { developerId: developer.id, cents: 9_000, soldAt })
    await addPayoutAddress(test, developer.id, `address-of-${developer.id}`)
    ids.push((await developer.post('/api/dev/payouts', {})).body._id)
  }
  const answer = await admin.post('/api/admin/payouts/approve', { ids })
  expect(answer.body, answer.text).toMatchObject({ approved: count, refused: [] })
  return ids
}

/** Closes all connections to the store's database, like PostgreSQL does when it restarts. */
const endConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
    .execute(test.db)
    .catch(() => undefined) // the pool may have handed out a closing connection

/** Payouts whose release was recorded but not sent: nobody knows whether it was sent when the process died. */
async function lostReleases(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payouts where state = 'RELEASING' and not exists (
    select from sandbox_payouts where external_id = payouts.id::text and released_at is not null)`.execute(
    test.db,
  )
  return rows.map(({ id }) => id)
}

/** Skips the 15 minutes after which a lost release is given up. */
const giveUp = (ids: string[]) =>
  sql`update payouts set releasing_at = releasing_at - interval '1 hour' where id = any (${ids})`.execute(
    test.db,
  )

async function hasReached(ids: string[], state: string): Promise<boolean> {
  const { rows } =
    await sql`select from payout_events where payout_id = any(${ids}) and state = ${state}`.execute(test.db)
  return rows.length > 0
}

it(`killed ${KILLS} times, at one step after the other, releases no payout twice and brings all of them to their end`, async () => {
  await start()
  await eventually(
    async () => (await test.db.selectFrom('payout_quotes').select('coin').execute()).length > 0,
    TIMEOUT_MS,
  )
  const lost: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const ids = await approved(PAYOUTS)
    const step = STEPS[kill % STEPS.length] ?? STEPS[0]
    await eventually(() => hasReached(ids, step), TIMEOUT_MS)
    await end('SIGKILL')
    const now = await lostReleases()
    await giveUp(now)
    lost.push(...now)
    await start()
  }
  await eventually(async () => {
    const { rows } = await sql`select from payouts where ended_at is null`.execute(test.db)
    return rows.length === 0
  }, TIMEOUT_MS)

  const { rows: payouts } = await sql<{ id: string; end: string }>`
    select payouts.id, payouts.state || ', sent ' || count(sandbox_payouts.released_at) as end
    from payouts left join sandbox_payouts on sandbox_payouts.external_id = payouts.id::text
    group by payouts.id`.execute(test.db)
  expect(payouts).toHaveLength(KILLS * PAYOUTS)
  for (const { id, end } of payouts) expect(end).toBe(lost.includes(id) ? 'FAILED, sent 0' : 'PAID, sent 1')
}, 1_800_000)

it('the payout process continues when PostgreSQL has closed its connections, and keeps the waiting payouts', async () => {
  await endConnections()
  const ids = await eventually(() => approved(1).catch(() => null), TIMEOUT_MS)
  await eventually(() => hasReached(ids, 'PAID'), TIMEOUT_MS)
  expect([sender.exitCode, sender.signalCode]).toEqual([null, null])
}, 600_000)

it('the payout process takes little memory once Node has cached its compiled code', async () => {
  await end('SIGTERM')
  await start()
  const mib = (await residentBytes(sender.pid)) / 1024 ** 2
  console.info(`the payout process takes ${Math.round(mib)} MiB`)
  expect(mib).toBeLessThan(MEMORY_MIB_MAX)
}, 600_000)
