/**
 * How long three endpoints need for their events when two others hang, and when nothing does. The far side is a server in this
 * process, so that both figures hold its work too.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { readConfig } from '../server/config.ts'
import { openParts } from '../server/parts.ts'
import { createLog } from '../server/platform/telemetry/log.ts'
import { HOST, webhookReceiver } from '../server/testing/fixtures/webhooks.ts'
import { sealSecret } from '../server/webhooks/endpoint-secret.ts'
import { startSending } from '../server/webhooks/start-sending.ts'
import { type Harness, SECRET_KEY, withHarness } from './harness.ts'
import { sizeOf } from './options.ts'
import { type Figure, report } from './report.ts'

const EVENTS = sizeOf('events', 10_000)
const HANGING = ['/hangs-1', '/hangs-2']
const OTHERS = ['/a', '/b', '/c']
const ANSWER_MS = 20
const GIVE_UP_MS = 3_600_000
const MIB = 2 ** 20

type Run = { seconds: number; memoryMib: number; left: number; waiting: number }

await withHarness(async (harness) => {
  const free = await run(harness, 'free', false)
  const hanging = await run(harness, 'hanging', true)
  const figures: Figure[] = [
    {
      what: 'three endpoints, while two others hang',
      value: hanging.seconds,
      unit: 's',
      against: { what: 'while nothing hangs', value: free.seconds },
    },
    { what: 'memory while two hang, growth', value: hanging.memoryMib, unit: 'MiB' },
    { what: 'left in the outbox', value: hanging.left, unit: 'events' },
    { what: 'waiting for the two that hang', value: hanging.waiting, unit: 'deliveries' },
  ]
  report(figures, { events: EVENTS })
})

async function run(harness: Harness, name: string, hangs: boolean): Promise<Run> {
  const databaseUrl = await harness.database(name)
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET_KEY,
    DATABASE_URL: databaseUrl,
    DATA_DIR: `${harness.folder}/${name}`,
    DEMO: '0',
  })
  const parts = await openParts(config, databaseUrl, createLog('silent'))
  const { store } = parts
  const receiver = await webhookReceiver(store)
  receiver.answerBy(({ path }, response) => {
    receiver.received.length = 0 // nobody reads them here
    if (!hangs || !HANGING.includes(path)) setTimeout(() => response.writeHead(204).end(), ANSWER_MS)
  })
  const accountId = uuid()
  await sql`insert into accounts (id, username, email, role, password_hash)
    values (${accountId}, 'studio', 'studio@example.test', 'developer', '')`.execute(store.db)
  for (const path of [...HANGING, ...OTHERS]) {
    const id = uuid()
    const secret = await sealSecret(
      config.secretKeys,
      id,
      `whsec_${Buffer.alloc(32, path).toString('base64')}`,
    )
    await sql`insert into webhook_endpoints (id, account_id, url, types, secret)
      values (${id}, ${accountId}, ${`https://${HOST}${path}`}, '{payout.sent}', ${secret})`.execute(store.db)
  }
  await sql`insert into webhook_events (account_id, type, data)
    select ${accountId}, 'payout.sent', '{"amountCents":100}' from generate_series(1, ${EVENTS}::integer)`.execute(
    store.db,
  )
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  const stop = startSending(store)
  const memoryMib = await untilDelivered(store.db, before)
  const seconds = (performance.now() - startedAt) / 1_000
  const left = await countOf(store.db, sql`webhook_events`)
  const waiting = await countOf(store.db, sql`webhook_deliveries where next_at is not null`)
  await stop()
  await receiver.close()
  await parts.stop()
  return { seconds, memoryMib, left, waiting }
}

type Db = Awaited<ReturnType<typeof openParts>>['store']['db']

/** @returns by how much memory grew at most, in MiB */
async function untilDelivered(db: Db, before: number): Promise<number> {
  let most = 0
  for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; await sleep(100)) {
    most = Math.max(most, process.memoryUsage.rss() - before)
    const delivered = await countOf(
      db,
      sql`webhook_deliveries as delivery join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
        where state = 'delivered' and endpoint.url = any(${sql.val(OTHERS.map((path) => `https://${HOST}${path}`))}::text[])`,
    )
    if (delivered === EVENTS * OTHERS.length) return most / MIB
  }
  throw new Error('the webhooks did not arrive')
}

async function countOf(db: Db, rowsOf: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${rowsOf}`.execute(db)
  return rows[0]?.count ?? 0
}
